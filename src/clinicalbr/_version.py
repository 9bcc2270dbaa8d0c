"""The version, read by the build backend and shown in every score signature."""

__version__ = "0.1.0"
