"""``clinicalbr doctor``: what is installed and what comes with it."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec

import typer

from clinicalbr._version import __version__
from clinicalbr.languages import LanguagePack
from clinicalbr.linking import KnowledgeBase

__all__ = ["doctor"]

_EXTRAS = {
    "llm": ("instructor", "openai"),
    "fast": ("httpx2",),
    "dense": ("faiss", "transformers", "torch"),
    "spacy": ("spacy", "scispacy"),
    "hf": ("datasets", "pyarrow"),
    "plots": ("matplotlib",),
    "train": ("trl", "peft"),
    "inspect": ("inspect_ai",),
    "lm-eval": ("lm_eval",),
    "verifiers": ("verifiers",),
    "scale": ("ray",),
}


def doctor() -> None:
    """Show versions, extras, language packs and the default knowledge base."""
    typer.echo(f"clinicalbr {__version__}, Python {sys.version.split()[0]}")
    typer.echo("\nRequired packages")
    for requirement in _requirements():
        if "extra ==" not in requirement:
            name = requirement.partition(";")[0].split(">")[0].split("[")[0].strip()
            typer.echo(f"  {name:<14} {_version_of(name)}")
    typer.echo("\nExtras (in a checkout: pip install '.[NAME]')")
    for extra, modules in _EXTRAS.items():
        missing = [module for module in modules if find_spec(module) is None]
        typer.echo(f"  {extra:<14} {'installed' if not missing else 'missing ' + ', '.join(missing)}")
    typer.echo("\nLanguage packs")
    for code in LanguagePack.included():
        pack = LanguagePack.load(code)
        typer.echo(f"  {code:<14} {pack.name}, placeholder {pack.placeholder}, {len(pack.prompts)} prompts")
    kb = KnowledgeBase.default()
    typer.echo(f"\nDefault knowledge base\n  {kb.name} {kb.release}, {len(kb.concepts)} concepts, {kb.licence}")
    typer.echo("\nFor research on language models. Not for clinical use.")


def _requirements() -> list[str]:
    try:
        return requires("clinicalbr") or []
    except PackageNotFoundError:
        typer.echo("  not known: clinicalbr runs from its source and is not installed")
        return []


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
