"""The commands, and what happens when one of them fails.

Exit status: 0 when all is well, 1 when something was found (a leak), 2 when the input or the call is wrong.
Results go to standard output or to files, everything else to standard error.
"""

from __future__ import annotations

import os
import sys

import typer

from clinicalbr._version import __version__
from clinicalbr.cli import audit, demo, doctor, extract, mask
from clinicalbr.errors import ClinicalBrError

__all__ = ["app", "main"]

app = typer.Typer(
    name="clinicalbr",
    help="Build and score clinical LLM benchmarks from published case reports. Not for clinical use.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (demo.demo, extract.extract, mask.mask, audit.audit, doctor.doctor):
    app.command()(command)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"clinicalbr {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Show the version."),
) -> None:
    """Build and score clinical LLM benchmarks from published case reports. Not for clinical use."""


def main() -> None:
    """Run the command line; errors of clinicalbr become one line on standard error and exit status 2.

    Examples:
        >>> callable(main)
        True
    """
    try:
        app()
    except ClinicalBrError as error:
        sys.stderr.write(f"clinicalbr: {error}\n")
        sys.exit(2)
    except BrokenPipeError:
        # The reader of our output has left, as `head` does; further writes at exit must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        sys.stderr.write(f"clinicalbr: {place}{error.strerror or error}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.stderr.write("clinicalbr: stopped\n")
        sys.exit(130)
