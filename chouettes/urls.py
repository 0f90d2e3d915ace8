"""Addresses of chouette nights and of the phones at their tables."""

from __future__ import annotations

from django.urls import path

from chouettes.views import nights, table

urlpatterns = [
    path("clubs/<slug:slug>/chouettes/", nights.night_list, name="chouettes"),
    path("clubs/<slug:slug>/chouettes/new/", nights.new, name="chouette-new"),
    path("clubs/<slug:slug>/chouettes/season/", nights.season, name="chouette-season"),
    path("chouettes/<id:pk>/", nights.night, name="chouette"),
    path("chouettes/<id:pk>/renew/", nights.renew, name="chouette-renew"),
    path("chouettes/<id:pk>/reopen/", nights.reopen, name="chouette-reopen"),
    path("c/<slug:secret>/", table.table, name="chouette-table"),
    path("c/<slug:secret>/part/", table.table_part, name="chouette-table-part"),
    path("c/<slug:secret>/<slug:entry>/", table.record, name="chouette-record"),
]
