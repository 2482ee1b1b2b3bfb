"""The pages of the director: the moments, what one would change, and the second place."""

import secrets
from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from wk.accounts.address import is_from_this_machine
from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.backups.comparison import changes
from wk.backups.folder import Backup, backup_named
from wk.backups.forms import DiskForm, FolderForm, PressForm
from wk.backups.keeping import make_by_hand
from wk.backups.one_tournament import Source, prepared, restore_prepared
from wk.backups.queries import disks, faults, moments
from wk.backups.restoring import restore
from wk.backups.second_place import (
    choose_second_place,
    forget_second_place,
    second_place,
)
from wk.backups.words import why_words
from wk.core.answers import refusals_as_messages
from wk.core.consistent_reads import at_one_moment


@require_safe
@requires(Act.MANAGE_BACKUPS)
def backups_page(request: OfficialRequest) -> HttpResponse:
    """Show the moments, whether anything is wrong with them, and the second place."""
    found = disks()
    here = is_from_this_machine(request)
    context = {
        "moments": moments(),
        "faults": list(faults(timezone.localtime())),
        "place": second_place(),
        "disks": found,
        "is_here": here,
        "folder_form": FolderForm() if here else None,
        "minutes": settings.BACKUP_EVERY,
        "press": secrets.token_hex(8),
    }
    return render(request, "backups/backups.html", context)


@require_safe
@requires(Act.MANAGE_BACKUPS)
@at_one_moment
def moment_page(request: OfficialRequest, key: str) -> HttpResponse:
    """Show what would go and what would come back with one moment."""
    backup = _backup_or_404(key)
    context = {
        "backup": backup,
        "why": why_words(backup.manifest),
        "changes": changes(backup),
        "press": secrets.token_hex(8),
    }
    return render(request, "backups/moment.html", context)


@require_POST
@requires(Act.MANAGE_BACKUPS)
def make(request: OfficialRequest) -> HttpResponse:
    """Make a backup now, and check it."""
    form = PressForm(request.POST)
    if form.is_valid():
        with refusals_as_messages(request):
            make_by_hand(press=form.cleaned_data["press"], now=timezone.now())
            messages.success(request, _("Everything is in a new backup, which is good."))
    return redirect("backups:list")


@require_POST
@requires(Act.MANAGE_BACKUPS)
def bring_back(request: OfficialRequest, key: str) -> HttpResponse:
    """Bring a moment back in the place of everything, after keeping the present."""
    form, backup = PressForm(request.POST), backup_named(key)
    if backup is None or not form.is_valid():
        messages.error(request, _("This backup is not there any more. Look at the list again."))
        return redirect("backups:list")
    with refusals_as_messages(request):
        press, now = form.cleaned_data["press"], timezone.now()
        done = restore(path=backup.path, author=request.user, now=now, press=press)
        if done and not done.goes_on:
            request.session.flush()  # the accounts are those of another machine
            return redirect("accounts:login")
        if done:
            words = _("All is as it was at %(time)s. What was there until now is a moment too.")
            messages.success(request, words % {"time": _clock(backup)})
        else:
            messages.info(request, _("You pressed twice: it was done once."))
    return redirect("backups:list")


@require_POST
@requires(Act.MANAGE_BACKUPS)
def bring_tournament_back(request: OfficialRequest, key: str, slug: str) -> HttpResponseBase:
    """Bring all of one tournament back, without touching others."""
    backup = backup_named(key)
    if backup is None:
        messages.error(request, _("This backup is not there any more. Look at the list again."))
        return redirect("backups:list")
    # `once` begins a transaction, for which every clerk waits: the backup is opened before it.
    with refusals_as_messages(request), prepared(backup=backup, slug=slug) as source:
        return _bring_tournament_back(request, source)
    return redirect("backups:list")


@once
def _bring_tournament_back(request: OfficialRequest, source: Source) -> HttpResponse:
    """Do what `bring_tournament_back` does, of a backup that is open."""
    with refusals_as_messages(request):
        tournament = restore_prepared(source=source, author=request.user, now=timezone.now())
        words = _("All of %(name)s is as it was at %(time)s.")
        messages.success(request, words % {"name": tournament.name, "time": _clock(source.backup)})
    return redirect("backups:list")


@require_POST
@requires(Act.MANAGE_BACKUPS)
@once
def choose_place(request: OfficialRequest) -> HttpResponse:
    """Choose the second place: a disk that the machine shows, or a folder typed at the machine."""
    form: DiskForm | FolderForm = DiskForm(
        request.POST, folders=[each.mount.folder for each in disks()]
    )
    if not form.is_valid() and is_from_this_machine(request):
        form = FolderForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("That disk is not there. Look at the list again."))
        return redirect("backups:list")
    with refusals_as_messages(request):
        place = choose_second_place(folder=Path(form.cleaned_data["folder"]))
        messages.success(request, _("Backups are copied to %(folder)s.") % {"folder": place})
    return redirect("backups:list")


@require_POST
@requires(Act.MANAGE_BACKUPS)
@once
def forget_place(request: OfficialRequest) -> HttpResponse:
    """Copy no more to the second place."""
    forget_second_place()
    messages.success(request, _("Backups lie on this computer alone now."))
    return redirect("backups:list")


def _backup_or_404(key: str) -> Backup:
    backup = backup_named(key)
    if backup is None:
        raise Http404
    return backup


def _clock(backup: Backup) -> str:
    return f"{timezone.localtime(backup.manifest.made_at):%H:%M}"
