"""The words of treatment plans in one language: drugs, doses, procedures, devices and how they turned out."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from clinicalbr.languages._reader import TableReader
from clinicalbr.languages.medicines import Medicine, read_medicines
from clinicalbr.text import fold_text

__all__ = ["TermClass", "TreatmentRules", "read_treatment"]


@dataclass(frozen=True, slots=True)
class TermClass:
    """A class of drugs or procedures.

    Args:
        names: Names of the class, as written.
        members: What belongs to it: words as written, endings (``"-cillin"``) and beginnings (``"cef*"``).

    Examples:
        >>> TermClass(("antibiotic",), ("-cillin",)).members
        ('-cillin',)
    """

    names: tuple[str, ...]
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TreatmentRules:
    """What a language says about treatment. Terms stand as written, so that an acronym can be told from a word.

    In phrases ``#`` stands for a number, in figures or in words, ``&`` for a list of numbers, ``@`` for a year and
    ``~`` for a unit of time.

    Args:
        drug_endings: Endings of international nonproprietary names, folded ("cillin").
        drugs: Drugs without such an ending.
        not_drugs: Words that end like drugs and are none, folded ("cholesterol").
        trade_names: Pairs of trade name and substance, folded.
        drug_classes: Classes of drugs.
        salts: Names of salts and esters that go with a drug, folded.
        routes: Routes, folded.
        forms: Pharmaceutical forms and courses, folded.
        dose_units: Units of a dose, folded.
        shared_units: Those of them that measure findings as well, folded.
        dose_denominators: What may follow the unit behind a stroke, folded.
        frequencies: How often, folded.
        durations: How long, folded.
        limits: Amounts without a unit, targets and settings ("up to #"); they count only beside a dose or drug, folded.
        dose_openers: Words that belong to the amount behind them ("at a rate of"), folded.
        number_words: Numbers in words, folded.
        number_joints: Words between two numbers ("to", "and"), folded.
        time_units: Units of time, folded.
        time_words: Words beside a unit of time ("full", "further"), folded.
        dose_links: Words that may stand between a drug and a dose behind it, folded.
        dose_links_before: Words that may stand between a dose and the drug behind it, folded.
        procedures: Families of words for one procedure, nouns and verb forms.
        procedure_endings: Endings of one noun and of its verb forms, folded; the noun first.
        procedure_classes: General words for procedures, with their members.
        devices: Devices.
        diagnostic: Examinations and general words, which are part of no plan; words, endings and beginnings.
        outcomes: Phrases that state how a treatment turned out, folded.
        after: Words that lay an outcome to what they introduce, folded.
        earlier: Phrases that put a procedure in the patient's past, folded.
        home: Phrases that tell of home medication, allergies and earlier treatment, folded.
        relatives: Words for relatives: what a sentence says behind one is theirs, folded.
        reporters: Words behind a relative who only speaks of the patient, folded.
        undone: Phrases that tell of something considered and not done, folded.
        analytes: Names of drugs that are measured in the blood too, folded.
        measured: Words that stand beside a measured analyte, folded.
        steps: Steps of an operation: nouns, verbs and their endings, as written; they count only beside a mention.
        parts: Devices, their parts and instruments, as written; they count only beside a mention.
        qualifiers: Words for the kind of a device or procedure ("temporary"), folded; they count only beside one.
        approaches: Words that open the way an operation went ("through", "via"), folded.
        sizes: Units of a device's size or setting ("Fr"), folded.
        gauges: Units that measure devices only ("Fr"), folded.
        changes: Words for a change of a finding ("rose"), as written; they tell an outcome after the treatment.
        controls: Words for an examination after the treatment, as written.
        shows: Words for what an examination found, as written.
        times: Phrases that date a finding after the treatment, folded.
        examinations: Abbreviations of examinations and units of care, in capitals, that are no procedure of a plan.
        medicines: Trade names, abbreviations and classes of medicines.

    Examples:
        >>> from clinicalbr.languages import LanguagePack
        >>> "cilina" in LanguagePack.load("pt").treatment.drug_endings
        True
    """

    drug_endings: tuple[str, ...]
    drugs: tuple[str, ...]
    not_drugs: frozenset[str]
    trade_names: tuple[tuple[str, str], ...]
    drug_classes: tuple[TermClass, ...]
    salts: tuple[str, ...]
    routes: tuple[str, ...]
    forms: tuple[str, ...]
    dose_units: tuple[str, ...]
    shared_units: frozenset[str]
    dose_denominators: tuple[str, ...]
    frequencies: tuple[str, ...]
    durations: tuple[str, ...]
    limits: tuple[str, ...]
    dose_openers: tuple[str, ...]
    number_words: tuple[str, ...]
    number_joints: tuple[str, ...]
    time_units: tuple[str, ...]
    time_words: tuple[str, ...]
    dose_links: tuple[str, ...]
    dose_links_before: tuple[str, ...]
    procedures: tuple[tuple[str, ...], ...]
    procedure_endings: tuple[tuple[str, ...], ...]
    procedure_classes: tuple[TermClass, ...]
    devices: tuple[str, ...]
    diagnostic: tuple[str, ...]
    outcomes: tuple[str, ...]
    after: tuple[str, ...]
    earlier: tuple[str, ...]
    home: tuple[str, ...]
    relatives: tuple[str, ...]
    reporters: tuple[str, ...]
    undone: tuple[str, ...]
    analytes: frozenset[str]
    measured: tuple[str, ...]
    steps: tuple[str, ...]
    parts: tuple[str, ...]
    qualifiers: frozenset[str]
    approaches: tuple[str, ...]
    sizes: tuple[str, ...]
    gauges: frozenset[str]
    changes: tuple[str, ...]
    controls: tuple[str, ...]
    shows: tuple[str, ...]
    times: tuple[str, ...]
    examinations: frozenset[str]
    # Packs serve as keys of caches: what follows from the folder's table is left out of the hash for speed.
    medicines: tuple[Medicine, ...] = field(hash=False, repr=False)


def read_treatment(reader: TableReader, folder: Path) -> TreatmentRules:
    """Read the table ``treatment`` of a pack.

    Args:
        reader: The table.
        folder: Folder of the pack, which may hold ``medicines.tsv``.

    Returns:
        The rules.

    Raises:
        LanguageError: A key is missing or a value has the wrong form.
    """
    endings = _families(reader, "procedure_endings")
    return TreatmentRules(
        drug_endings=reader.longest_first("drug_endings"),
        drugs=_terms(reader, "drugs"),
        not_drugs=frozenset(reader.folded("not_drugs")),
        trade_names=reader.pairs("trade_names"),
        drug_classes=_classes(reader, "drug_classes"),
        salts=reader.longest_first("salts"),
        routes=reader.longest_first("routes"),
        forms=reader.longest_first("forms"),
        dose_units=reader.longest_first("dose_units"),
        shared_units=frozenset(reader.folded("shared_units")),
        dose_denominators=reader.longest_first("dose_denominators"),
        frequencies=reader.longest_first("frequencies"),
        durations=reader.longest_first("durations"),
        limits=reader.longest_first("limits"),
        dose_openers=reader.longest_first("dose_openers"),
        number_words=reader.longest_first("number_words"),
        number_joints=reader.longest_first("number_joints"),
        time_units=reader.longest_first("time_units"),
        time_words=reader.longest_first("time_words"),
        dose_links=reader.longest_first("dose_links"),
        dose_links_before=reader.longest_first("dose_links_before"),
        procedures=_families(reader, "procedures"),
        procedure_endings=tuple(tuple(fold_text(ending) for ending in row) for row in endings),
        procedure_classes=_classes(reader, "procedure_classes"),
        devices=_terms(reader, "devices"),
        diagnostic=_terms(reader, "diagnostic"),
        outcomes=reader.longest_first("outcomes"),
        after=reader.longest_first("after"),
        earlier=reader.longest_first("earlier"),
        home=reader.longest_first("home"),
        relatives=reader.longest_first("relatives"),
        reporters=reader.longest_first("reporters"),
        undone=reader.longest_first("undone"),
        analytes=frozenset(reader.folded("analytes")),
        measured=reader.longest_first("measured"),
        steps=_terms(reader, "steps"),
        parts=_terms(reader, "parts"),
        qualifiers=frozenset(reader.folded("qualifiers")),
        approaches=reader.longest_first("approaches"),
        sizes=reader.longest_first("sizes"),
        gauges=frozenset(reader.folded("gauges")),
        changes=_terms(reader, "changes"),
        controls=_terms(reader, "controls"),
        shows=_terms(reader, "shows"),
        times=reader.longest_first("times"),
        examinations=frozenset(reader.texts("examinations")),
        medicines=read_medicines(folder / "medicines.tsv"),
    )


def _terms(reader: TableReader, key: str) -> tuple[str, ...]:
    """A list of terms as written."""
    terms = tuple(term.strip() for term in reader.texts(key))
    if not all(fold_text(term).strip(" -*") for term in terms):
        raise reader.fail(key, "a list of texts that are not blank")
    return terms


def _families(reader: TableReader, key: str) -> tuple[tuple[str, ...], ...]:
    """A list of texts, each of which lists words between commas."""
    rows = tuple(_listed(text) for text in reader.texts(key))
    if not all(rows):
        raise reader.fail(key, "a list of texts, each with words between commas")
    return rows


def _classes(reader: TableReader, key: str) -> tuple[TermClass, ...]:
    found = []
    for text in reader.texts(key):
        names, colon, members = text.partition(":")
        made = TermClass(_listed(names), _listed(members))
        if not colon or not made.names or not made.members:
            raise reader.fail(key, "a list of texts such as 'names of the class: members', with commas between words")
        found.append(made)
    return tuple(found)


def _listed(text: str) -> tuple[str, ...]:
    """The items between the commas; none at all when one of them is blank."""
    items = tuple(item.strip() for item in text.split(","))
    return items if all(fold_text(item).strip(" -*") for item in items) else ()
