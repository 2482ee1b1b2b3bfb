"""The wall: one public page for every screen, and the page on which the office holds them."""

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from wk.accounts.once import once
from wk.accounts.permissions import OfficialRequest, requires
from wk.accounts.policy import Act
from wk.core.consistent_reads import at_one_moment
from wk.core.freshness import changes_at
from wk.core.hall_address import address_in_hall, is_out_of_reach
from wk.core.scripts import all_imports_of
from wk.core.templatetags.sheets import addresses
from wk.core.version_token import version_token
from wk.hall.models import EVERY_SCREEN, MOST_SCREENS
from wk.hall.wall.forms import HoldForm, ShowForm
from wk.hall.wall.queries import Wall, day_of, held_scenes, wall
from wk.hall.wall.scenes import TURNING, Scene, scene_of
from wk.hall.wall.services import hold_wall, release_wall
from wk.hall.wall_views import PRESENCE_LATE
from wk.phones.keys import qr_svg
from wk.standings.formats import heading
from wk.tournament.models import Tournament
from wk.tournament.programme import programme_of

SCRIPT = "js/hall/wall.js"
SOUNDS = "js/hall/round-sounds.js"
CODES = {Scene.WELCOME: "overview", Scene.SEATS: "players:list"}
# An open wall with a code asks for its part this often, and the kept page is as old at most.
CODE_LATE = timedelta(seconds=5)
SCREENS = range(1, MOST_SCREENS + 1)


@require_safe
@at_one_moment
def wall_page(request: HttpRequest, slug: str, screen: int | None = None) -> HttpResponse:
    """Show the scene of now, with all its pages; a script turns them.

    An open page asks in the background for the part that changes.
    """
    if screen is not None and screen not in SCREENS:
        raise Http404
    tournament = get_object_or_404(Tournament, slug=slug)
    now, wish = timezone.now(), ShowForm(request.GET).scene
    shown = wall(tournament, now, screen or EVERY_SCREEN, wish)
    if shown.hall:
        changes_at(request, now + PRESENCE_LATE)
    context = {
        "tournament": tournament,
        "wall": shown,
        "code_seconds": CODE_LATE.seconds if {*CODES} & {*shown.scenes} else 0,
        "hall": shown.hall,
        "standings": shown.standings,
        "visibility": shown.visibility,
        "heading": heading(shown.standings),
        "namesakes": shown.standings.namesakes,
        "codes": _codes(request, shown),
        "build": _build(tournament),
        "screen": screen,
        "scenes": Scene,
        "wish": wish,
        "programme": programme_of(tournament),
        "is_wall": True,
    }
    part = "HX-Request" in request.headers
    return render(request, f"hall/wall/{'_wall' if part else 'wall'}.html", context)


def _codes(request: HttpRequest, shown: Wall) -> dict[str, str]:
    """Return the QR codes of addresses for phones, by the scene that has one.

    There are none where phones cannot reach wk. With the seats a code leads to the search of
    players, with the welcome to the tournament.
    """
    names = {scene: CODES[scene] for scene in shown.scenes if scene in CODES}
    if not names:
        return {}
    # No act of the office moves the version when this machine gets another address.
    changes_at(request, timezone.now() + CODE_LATE)
    if is_out_of_reach(request):
        return {}
    slug = shown.tournament.slug
    return {
        str(scene): qr_svg(address_in_hall(request, reverse(name, args=[slug])))
        for scene, name in names.items()
    }


def _build(tournament: Tournament) -> str:
    """Return a token of the scripts and sheets: an open wall with another one loads itself anew."""
    scripts = [SCRIPT, *([SOUNDS] if tournament.sounds else [])]
    files = [*scripts, *(each for script in scripts for each in all_imports_of(script))]
    return version_token(settings.DEBUG, [static(each) for each in files], [*addresses().items()])


@require_http_methods(["GET", "POST"])
@requires(Act.HOLD_WALL)
@once
@at_one_moment
def control(request: OfficialRequest, slug: str) -> HttpResponse:
    """Show what each screen is held on, with buttons to hold it or to let it go."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = HoldForm(request.POST if request.method == "POST" else None)
    if form.is_bound:
        if not form.is_valid():
            messages.error(request, form.refusal)
            return redirect("hall:wall_control", slug)
        screen, scenes = form.cleaned_data["screen"], form.cleaned_data["scenes"]
        about = {"tournament": tournament, "screen": screen, "author": request.user}
        if scenes:
            hold_wall(scenes=scenes, now=timezone.now(), **about)
        else:
            release_wall(now=timezone.now(), **about)
        messages.success(request, _("The wall changes within a few seconds."))
        return redirect("hall:wall_control", slug)
    holds = held_scenes(tournament)
    screens = [(each, holds.get(each, ())) for each in (EVERY_SCREEN, *SCREENS)]
    context = {
        "tournament": tournament,
        "screens": [(*each, _address_of(request, slug, each[0])) for each in screens],
        "scenes": Scene,
        "turning": TURNING,
        "now": scene_of(day_of(tournament)),
    }
    return render(request, "hall/wall/control.html", context)


def _address_of(request: HttpRequest, slug: str, screen: int) -> str:
    """Return the address at which a screen in the hall opens the wall."""
    args = [slug, screen] if screen else [slug]
    return address_in_hall(request, reverse(f"hall:wall{'_screen' * bool(screen)}", args=args))
