"""What can go wrong, each with a sentence for whoever typed the command."""

from __future__ import annotations


class BackupRefused(Exception):
    """No backup was made, or none was restored; the message says why and what to do."""


class BackupDamaged(BackupRefused):
    """The file is not what was written when the backup was made."""


class BackupDiffers(BackupRefused):
    """What was restored is not what the file says."""
