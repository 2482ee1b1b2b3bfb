"""What a page is called in plain words, for the page of all changes."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wk.chain.catching_up import UPGRADE

COMMAND = "manage.py "
# The pages and buttons that change something, by the names of their addresses.
PAGES: Mapping[str, Promise] = {
    "overview": gettext_lazy("Page of the tournament"),
    "choose_language": gettext_lazy("Language"),
    "accounts:begin": gettext_lazy("First account"),
    "accounts:login": gettext_lazy("Log in"),
    "accounts:logout": gettext_lazy("Log out"),
    "accounts:login_code": gettext_lazy("Log in"),
    "accounts:password": gettext_lazy("Change your password"),
    "accounts:second_step": gettext_lazy("Second step"),
    "accounts:recovery_codes": gettext_lazy("Recovery codes"),
    "accounts:second_step_off": gettext_lazy("Second step"),
    "accounts:add": gettext_lazy("Add an account"),
    "accounts:change": gettext_lazy("Change an account"),
    "accounts:new_password": gettext_lazy("New password for an account"),
    "accounts:close": gettext_lazy("Close an account"),
    "accounts:reopen": gettext_lazy("Open an account again"),
    "accounts:let_in_again": gettext_lazy("Let somebody log in again"),
    "tournament:create": gettext_lazy("New tournament"),
    "tournament:edit": gettext_lazy("Settings"),
    "tournament:rules": gettext_lazy("Rules"),
    "auditlog:undo": gettext_lazy("Undo an entry of the log"),
    "auditlog:verify": gettext_lazy("Check everything"),
    "players:add": gettext_lazy("Add players"),
    "players:import": gettext_lazy("Import a list of players"),
    "players:confirm_import": gettext_lazy("Import a list of players"),
    "players:edit": gettext_lazy("Change a player"),
    "players:remove": gettext_lazy("Remove a player"),
    "players:withdraw": gettext_lazy("Stop a player"),
    "players:readmit": gettext_lazy("Let a player take part again"),
    "players:check_in": gettext_lazy("Desk: check in"),
    "players:enter_late": gettext_lazy("Desk: add a player"),
    "players:bulk_preview": gettext_lazy("Desk: several players at once"),
    "players:bulk_do": gettext_lazy("Desk: several players at once"),
    "players:undo_check_in": gettext_lazy("Desk: undo a check-in"),
    "players:note_payment": gettext_lazy("Desk: paid"),
    "players:undo_payment": gettext_lazy("Desk: not paid after all"),
    "players:rename": gettext_lazy("Desk: change a name or club"),
    "players:remove_at_checkin": gettext_lazy("Desk: remove a player"),
    "players:leave": gettext_lazy("Desk: stop a player"),
    "players:come_back": gettext_lazy("Desk: let a player take part again"),
    "players:substitute": gettext_lazy("Desk: substitute"),
    "players:replace": gettext_lazy("Desk: take the seat over"),
    "players:kiosk": gettext_lazy("Kiosk"),
    "players:open_kiosk": gettext_lazy("Open the kiosk"),
    "players:close_kiosk": gettext_lazy("Close the kiosk"),
    "scoreforms:take_paper": gettext_lazy("With whom a paper lies"),
    "scoreforms:settings": gettext_lazy("Second look and phones"),
    "scoreforms:photos": gettext_lazy("Photos of a form"),
    "scoreforms:drop_photo": gettext_lazy("Delete a photo"),
    "scoreforms:turn_photo": gettext_lazy("Turn a photo"),
    "scoreforms:enter": gettext_lazy("Type a form"),
    "scoreforms:check": gettext_lazy("Type a form"),
    "scoreforms:draft": gettext_lazy("Type a form"),
    "scoreforms:present": gettext_lazy("Type a form"),
    "scoreforms:review": gettext_lazy("Look at a form"),
    "scoreforms:adjudicate": gettext_lazy("Decide between two typings"),
    "scoreforms:let_count": gettext_lazy("Let a form count"),
    "scoreforms:answer_objection": gettext_lazy("Answer a player about a form"),
    "scoreforms:restore": gettext_lazy("Bring back an older version of a form"),
    "phones:state": gettext_lazy("Phone at the table"),
    "phones:news": gettext_lazy("Phone at the table"),
    "phones:save": gettext_lazy("Phone at the table"),
    "phones:confirm": gettext_lazy("Phone at the table: hand in"),
    "phones:call": gettext_lazy("Phone at the table: the director, please"),
    "phones:paper": gettext_lazy("Form of a table on paper"),
    "phones:objections": gettext_lazy("A player’s look at his form"),
    "phones:object": gettext_lazy("A player: this is not right"),
    "phones:take_back": gettext_lazy("Take back the code of a table"),
    "phones:renew": gettext_lazy("New code for a table"),
    "phones:take_back_card": gettext_lazy("Take back the code of a card"),
    "phones:renew_card": gettext_lazy("New code for a card"),
    "archive:import": gettext_lazy("Import an archive"),
    "archive:practice": gettext_lazy("Practice tournament"),
    "archive:export": gettext_lazy("Download an archive"),
    "backups:make": gettext_lazy("Make a backup"),
    "backups:choose_place": gettext_lazy("Second place for backups"),
    "backups:forget_place": gettext_lazy("Second place for backups"),
    "backups:bring_back": gettext_lazy("Bring back a backup"),
    "backups:bring_tournament_back": gettext_lazy("Bring back one tournament"),
    "standby:show_code": gettext_lazy("The second laptop"),
    "standby:forget": gettext_lazy("The second laptop"),
    "standby:bring": gettext_lazy("The second laptop"),
    "standby:join": gettext_lazy("The second laptop"),
    "standby:feed": gettext_lazy("The second laptop"),
    "standby:overtaken": gettext_lazy("The second laptop"),
    "privacy:use_initials": gettext_lazy("Show by initials"),
    "privacy:use_name": gettext_lazy("Show the name again"),
    "privacy:take_out": gettext_lazy("Take a person out"),
    "rounds:draw": gettext_lazy("Draw a round"),
    "rounds:draw_all": gettext_lazy("Draw all rounds"),
    "rounds:separate": gettext_lazy("Wishes for the draw"),
    "rounds:remove_separation": gettext_lazy("Wishes for the draw"),
    "rounds:separate_clubs": gettext_lazy("Wishes for the draw"),
    "rounds:fix_seat": gettext_lazy("Wishes for the draw"),
    "rounds:remove_fixed_seat": gettext_lazy("Wishes for the draw"),
    "rounds:choose_fours": gettext_lazy("Wishes for the draw"),
    "rounds:discard": gettext_lazy("Remove a draw"),
    "rounds:redraw": gettext_lazy("Draw again"),
    "rounds:change_seats": gettext_lazy("Change a draw by hand"),
    "rounds:undo_change": gettext_lazy("Undo a change by hand"),
    "rounds:confirm": gettext_lazy("Confirm a draw"),
    "rounds:unconfirm": gettext_lazy("Take back a confirmation"),
    "rounds:start": gettext_lazy("Start a round"),
    "rounds:unstart": gettext_lazy("Take back a start"),
    "rounds:close": gettext_lazy("Close a round"),
    "rounds:make_final": gettext_lazy("Make a round final"),
    "rounds:reopen": gettext_lazy("Open a round again"),
    "rounds:correct_seats": gettext_lazy("Correct seats"),
    "rounds:join_table": gettext_lazy("Correct seats"),
    "rounds:undo_correction": gettext_lazy("Undo a correction of seats"),
    "hall:ceremony": gettext_lazy("Ceremony"),
    "hall:announce_place": gettext_lazy("Ceremony"),
    "hall:release": gettext_lazy("Make results public"),
    "hall:withhold": gettext_lazy("Hold back results"),
    "hall:answer_call": gettext_lazy("Director is coming"),
    "hall:wall_control": gettext_lazy("Hold screens"),
    "hall:announcements": gettext_lazy("Announcements"),
    "hall:take_all_back": gettext_lazy("Take back announcements"),
    "hall:take_back": gettext_lazy("Take back an announcement"),
    "hall:open_access": gettext_lazy("Open in the hall"),
    "hall:close_access": gettext_lazy("Close in the hall"),
    "hall:pause": gettext_lazy("Clock: pause"),
    "hall:go_on": gettext_lazy("Clock: go on"),
    "hall:give_time": gettext_lazy("Clock: extra time"),
    "hall:give_table_time": gettext_lazy("Clock: extra time for a table"),
    "hall:take_table_time": gettext_lazy("Clock: extra time for a table"),
    "hall:set_end": gettext_lazy("Clock: end of the round"),
    "prizes:add": gettext_lazy("Add a prize"),
    "prizes:edit": gettext_lazy("Change a prize"),
    "prizes:remove": gettext_lazy("Remove a prize"),
    "prizes:mark": gettext_lazy("Players for a prize"),
    "prizes:hand_over": gettext_lazy("Prize handed out"),
    "prizes:take_back": gettext_lazy("Prize not handed out after all"),
    "printing:logo": gettext_lazy("Logo on paper"),
    "printing:remove_logo": gettext_lazy("Remove the logo"),
    "printing:new_slip": gettext_lazy("Account with a slip"),
    "printing:renew_slip": gettext_lazy("New code for a slip"),
}
# The other pages, by what comes before the colon in the names of their addresses.
ROOMS: Mapping[str, Promise] = {
    "accounts": gettext_lazy("Accounts"),
    "archive": gettext_lazy("Archive"),
    "auditlog": gettext_lazy("Log"),
    "backups": gettext_lazy("Backups"),
    "feeds": gettext_lazy("Files for other websites"),
    "hall": gettext_lazy("Hall"),
    "machine": gettext_lazy("This computer"),
    "phones": gettext_lazy("Phones"),
    "players": gettext_lazy("Players"),
    "printing": gettext_lazy("Papers"),
    "privacy": gettext_lazy("Who may read this name"),
    "prizes": gettext_lazy("Prizes"),
    "publication": gettext_lazy("Public pages"),
    "rounds": gettext_lazy("Rounds"),
    "scoreforms": gettext_lazy("Forms"),
    "standby": gettext_lazy("The second laptop"),
    "standings": gettext_lazy("Standings"),
    "tournament": gettext_lazy("Tournament"),
}


def task_words(task: str) -> str:
    """Return in plain words where something was changed.

    `task` is the name of an address ("players:edit"), a command ("manage.py demo"), UPGRADE, or ""
    for none.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     task_words("manage.py demo")
    'the command demo'
    """
    if not task:  # it was changed by no part of the program
        return "–"
    if task == UPGRADE:
        return _("a new version of Card champion")
    if task.startswith(COMMAND):
        return _("the command %(name)s") % {"name": task.removeprefix(COMMAND)}
    room = task.partition(":")[0] if ":" in task else ""
    return str(PAGES.get(task) or ROOMS.get(room) or _("Card champion"))
