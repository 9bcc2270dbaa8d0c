"""The command line ``clinicalbr``."""

from clinicalbr.cli.app import main

__all__ = ["main"]
