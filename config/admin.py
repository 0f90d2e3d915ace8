"""The admin site, signed in to through the same page and the same lock-out as everything else."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.admin.apps import AdminConfig

from operations.version import described


class BarpointAdminSite(admin.AdminSite):
    """Django's admin under the club's name."""

    site_header = "Barpoint"
    site_title = "Barpoint"


class BarpointAdmin(AdminConfig):
    """Puts our site in the place of the default one."""

    default_site = "config.admin.BarpointAdminSite"

    def ready(self) -> None:
        """Send the admin's sign-in through allauth, so second factors and lock-outs hold there too."""
        # Only now are the models loaded that these need.
        from allauth.account.decorators import secure_admin_login

        from config.admin_of_others import restrict

        super().ready()
        admin.site.index_title = described()
        admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
        restrict(admin.site)
