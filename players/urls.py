"""Addresses of clubs, players and one's own account."""

from __future__ import annotations

from django.urls import path

from players.views import (
    account,
    backups,
    claims,
    clubs,
    founding,
    invitations,
    landing,
    logos,
    merging,
    people,
    player_import,
    privacy,
    staff,
)

urlpatterns = [
    path("account/", account.account, name="account"),
    path("account/tokens/<id:pk>/revoke/", account.revoke, name="token-revoke"),
    path("account/privacy/", privacy.privacy, name="account-privacy"),
    path("account/my-data.json", privacy.own_data, name="account-data"),
    path("account/leave/", privacy.leave_for_good, name="account-leave"),
    path("backups/", backups.backups, name="backups"),
    path("backups/make/", backups.make, name="backup-make"),
    path("backups/<str:name>", backups.download, name="backup-file"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/settings/", clubs.club_settings, name="club-settings"),
    path("clubs/<slug:slug>/logo.png", logos.logo, name="club-logo"),
    path("clubs/<slug:slug>/logo/", logos.change, name="club-logo-change"),
    path("clubs/<slug:slug>/logo/remove/", logos.remove, name="club-logo-remove"),
    path("clubs/<slug:slug>/staff/", staff.staff, name="club-staff"),
    path("clubs/<slug:slug>/staff/<id:pk>/role/", staff.change, name="staff-change"),
    path("clubs/<slug:slug>/staff/<id:pk>/remove/", staff.remove, name="staff-remove"),
    path(
        "clubs/<slug:slug>/staff/invitations/<id:pk>/revoke/",
        staff.revoke,
        name="invitation-revoke",
    ),
    path("invitations/<slug:secret>/", invitations.invitation, name="invitation"),
    path("found-a-club/", founding.found, name="club-found"),
    path("welcome/", landing.landing, name="landing"),
    path("clubs/<slug:slug>/players/", clubs.club_players, name="club-players"),
    path("clubs/<slug:slug>/players/new/", clubs.new_player, name="player-new"),
    path("clubs/<slug:slug>/players/import/", player_import.import_page, name="player-import"),
    path("clubs/<slug:slug>/players/claims/", claims.claims, name="player-claims"),
    path("clubs/<slug:slug>/players/claims/<id:pk>/", claims.answer, name="player-claim-answer"),
    path("players/<id:pk>/merge/", merging.merge, name="player-merge"),
    path("players/<id:pk>/merge/undo/", merging.undo, name="player-merge-undo"),
    path("players/<id:pk>/remove/", merging.remove, name="player-remove"),
    path("players/<id:pk>/claim/", claims.claim, name="player-claim"),
    path("players/<id:pk>/", people.player, name="player"),
    path("players/<id:pk>/edit/", people.change, name="player-edit"),
]
