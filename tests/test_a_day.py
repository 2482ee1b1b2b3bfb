"""A day with mishaps, played through the pages. The standings at its end are counted here as
well."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser import listen
from tests.office import Office

pytestmark = pytest.mark.browser

FIRST = ["Anna", "Bram", "Cor", "Dirk", "Els", "Femke", "Gijs", "Hans", "Ingrid", "Joke"]
LAST = ["de Wit", "Visser", "van Dijk"]
ANNOUNCED = [f"{first} {last}" for last in LAST for first in FIRST][:19]
MISSING = (3, 12, 16)
# Start numbers of who came in at the door, and of who took a place over.
AT_THE_DOOR = {20: "Karin Peters", 21: "Leo Hendriks"}
NEWCOMER = 22


class Day(Office):
    """The organiser, the desk and a clerk in one person."""

    def players_present(self):
        """Return how many players of how many have come, as the desk shows it."""
        self.page.locator("#arrivals .hero").wait_for()
        return self.page.locator(".desk-count").inner_text().split(" zijn")[0]

    def check_in(self, asked):
        self.page.locator("#q").fill(asked)
        self.page.keyboard.press("Enter")
        self.page.locator(".desk-done .desk-name").wait_for()
        expect(self.page.locator("#q")).to_have_value("")

    def enter_late(self, name):
        page = self.page
        page.locator("#q").fill(name)
        page.locator("#late_name").wait_for()
        expect(page.locator("#late_name")).to_have_value(name)
        self.press("Schrijf in en meld aan")
        page.locator(".desk-done", has_text=name).wait_for()

    def open_player_at_desk(self, number):
        """Open the page of a player at the desk."""
        self.page.goto(f"{self.tournament}desk/{number}/")

    def draw_and_start(self, number):
        tables = self.draw(number)
        self.confirm(number)
        if number == 3:  # which a newcomer plays in
            self.print_sheets()
        self.start(number)
        self.page.locator("form[action$='/close/']").wait_for(state="attached")
        return tables

    def totals(self, number, table, players, random):
        """Hand in random totals of a table, those of table 1 by keys; return them."""
        points = [2 * random.randint(10, 90) for _ in players]
        if table != 1:  # what the page sends to where the link leads
            address = f"{self.tournament}forms/{number}/{table}/?totals"
            self.send(address, {f"totals.{seat}": str(n) for seat, n in enumerate(points)})
            return points
        self.open_form(table)
        self.page.get_by_role("link", name="Alleen totalen").click()
        self.page.locator("[name='totals.0']:focus").wait_for()
        for total in points:
            self.page.keyboard.type(str(total))
            self.page.keyboard.press("Enter")
        self.hand_in()
        return points

    def play(self, number, tables, random, *, but=()):
        """Hand in every form of a round but those of some tables; return the totals."""
        return {
            table: self.totals(number, table, players, random)
            for table, players in tables.items()
            if table not in but
        }

    def close(self, number):
        self.page.goto(f"{self.tournament}rounds/{number}/")
        self.take_step("close", f"Ronde {number} is gesloten")
        self.take_step("final", f"Ronde {number} is definitief.")

    def take_step(self, step, done):
        """Take a step of a round whose page is open, and confirm its issues."""
        form = self.page.locator(f"form[action$='/{step}/']")
        if not form.is_visible():
            self.page.locator("details", has=form).locator("summary").click()
        if (seen := form.locator("[name=confirmed_token]")).count():
            seen.check()
        form.locator("button").click()
        self.page.locator(".message.success", has_text=done).wait_for()


def test_standings_after_a_day_with_mishaps(server, chromium):
    context = chromium.new_context(
        storage_state=server.logged_in("dora", "director"),
        locale="nl-NL",
        viewport={"width": 1366, "height": 768},
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    complaints = listen(page)
    day = Day(page, server.url, [*ANNOUNCED])
    random = Random(47)
    page.goto(f"{server.url}/new/")
    day.make_tournament("WK Boerenbridge 2026")
    day.import_players()
    day.tournament = f"{server.url}/t/wk-boerenbridge-2026/"

    # The desk: 19 announced, three do not come, two come whom nobody expected.
    page.goto(f"{day.tournament}desk/")
    assert day.players_present() == "0 van 19"
    day.check_in("ann wit")
    day.check_in("2")
    day.check_in(f"{day.tournament}card/4/")
    for number, name in AT_THE_DOOR.items():
        day.enter_late(name)
        day.players.append(name)
        assert len(day.players) == number
    page.goto(f"{day.tournament}desk/several/")
    for number in (n for n in range(1, len(ANNOUNCED) + 1) if n not in (1, 2, 4)):
        box = page.locator(f"[name=number][value='{number}']")
        box.set_checked(number not in MISSING)
    page.locator("button[name=action][value=check-in]").click()
    page.locator("button[autofocus]").click()
    page.locator(".message.success").wait_for()
    page.goto(f"{day.tournament}desk/")
    assert day.players_present() == "18 van 21"
    page.goto(f"{day.tournament}desk/several/")
    page.locator("button[name=action][value=withdraw]").click()
    page.locator("button[autofocus]").click()
    page.locator(".message.success").wait_for()
    page.goto(f"{day.tournament}desk/")
    assert day.players_present() == "18 van 18"

    # Round 1: two sat at each other's table, and it is closed before the last form is in.
    tables = day.draw_and_start(1)
    seated = sorted(number for players in tables.values() for number in players)
    assert seated == [n for n in range(1, NEWCOMER) if n not in MISSING]
    late = max(tables)
    totals = day.play(1, tables, random, but=[late])
    one, other = tables[1][2], tables[2][0]
    page.goto(f"{day.tournament}rounds/1/reseat/?first={one}&second={other}&how=names")
    page.locator("#effect").wait_for()
    page.locator("[name=reason]").fill("Zij zaten aan elkaars tafel.")
    day.press("Wissel de namen")
    page.locator(".message.success").wait_for()
    tables[1][2], tables[2][0] = other, one
    page.goto(f"{day.tournament}rounds/1/")
    day.take_step("close", "Ronde 1 is gesloten")
    page.locator("summary", has_text="Heropen ronde 1").click()
    page.locator("[name=reason]").fill(f"Tafel {late} was nog niet binnen.")
    day.take_step("reopen", "Ronde 1 is heropend.")
    totals[late] = day.totals(1, late, tables[late], random)
    for table, players in tables.items():
        day.count_totals(players, totals[table])
    day.close(1)

    # Round 2: somebody leaves and another plays on for him; somebody else plays his last round.
    tables = day.draw_and_start(2)
    leaver, replaced = tables[3][1], tables[4][2]
    day.open_player_at_desk(leaver)
    page.locator("summary", has_text="valt in").click()
    page.locator("form[action*='/substitute/'] [name=name]").fill("Piet Kok")
    page.locator("form[action*='/substitute/'] [name=from_deal]").fill("8")
    page.locator("form[action*='/substitute/'] [name=leaves]").check()
    day.press("Valt in")
    page.locator(".message.success").wait_for()
    totals = day.play(2, tables, random)
    for table, players in tables.items():
        day.count_totals(players, totals[table])
    day.open_player_at_desk(replaced)
    page.locator("summary", has_text="neemt de plaats over").click()
    page.locator("form[action$='/replace/'] [name=name]").fill("Marieke Vos")
    day.press("Neemt de plaats over")
    page.locator(".message.success").wait_for()
    day.players.append("Marieke Vos")
    assert len(day.players) == NEWCOMER
    day.close(2)

    # Round 3: who left is not there any more, who came is; then the champion.
    tables = day.draw_and_start(3)
    seated = sorted(number for players in tables.values() for number in players)
    gone = {*MISSING, leaver, replaced}
    assert seated == [number for number in range(1, NEWCOMER + 1) if number not in gone]
    totals = day.play(3, tables, random)
    for table, players in tables.items():
        day.count_totals(players, totals[table])
    day.close(3)
    assert day.standings() == day.expected_standings()
    assert page.locator(".champion h2").all_inner_texts() == day.expected_champions()
    assert complaints == []
    context.close()
