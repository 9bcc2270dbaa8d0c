"""The rules of one language, as values: cues, numbers, endings, names, acronyms, sentences, answers."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["AcronymRules", "Answers", "Cues", "Morphology", "NameRules", "NumberFormat", "SentenceRules"]


@dataclass(frozen=True, slots=True)
class Cues:
    """Phrases that say how a statement is meant, folded; each is one word or several.

    Args:
        verdict: Phrases that announce a diagnosis ("diagnosed with", "compatible with").
        negation: Phrases that deny ("no evidence of").
        suspicion: Phrases that leave it open ("suspected").
    """

    verdict: tuple[str, ...]
    negation: tuple[str, ...]
    suspicion: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """How numbers are written.

    Args:
        decimal: Decimal mark.
        thousands: Grouping marks, the usual one first.
        units: Units of measurement, folded.
        links: What may stand between the name of a measure and its number ("estimated at"), folded, the longest first.
    """

    decimal: str
    thousands: tuple[str, ...]
    units: frozenset[str]
    links: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Morphology:
    """Endings of the language, folded.

    Two words are forms of one another when they share a stem and their endings stand in one set of ``paradigms``, or in
    one pair of ``plurals``. The sets hold singular forms; a plural is first brought back to the singular. They are
    strict: no set joins two diseases ("neurofibroma" and "neurofibromatose" stay apart).

    Args:
        plurals: Pairs of singular and plural ending, the longest first. An empty singular ending means that the plural
            only adds letters.
        paradigms: Sets of endings that one stem can take ("ose", "oso", "osa", "otico").
        spellings: Pairs of spellings of one word part, anywhere in a word ("aem", "em").
        prefixes: What may stand before a word and leave it related ("anti", "neuro"), the longest first.
        learned: Spellings of Greek and Latin word parts, each with the one that the languages share ("ph", "f").
        against: Prefixes for what is directed at a thing and names it ("anti" of "anti-HIV").
    """

    plurals: tuple[tuple[str, str], ...]
    paradigms: tuple[tuple[str, ...], ...]
    spellings: tuple[tuple[str, str], ...]
    prefixes: tuple[str, ...]
    learned: tuple[tuple[str, str], ...]
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NameRules:
    """Which words of a disease name say little about the disease, folded.

    What is left of a name without its heads, modifiers and sites is its distinctive part.

    Args:
        heads: Nouns for any disorder ("disease", "syndrome").
        modifiers: Words for course, degree, side, number or origin ("acute", "bilateral", "induced").
        sites: Words for parts of the body ("pulmonary", "kidney").
        institutions: Words before a proper name that make it a place, a person or an institution ("hospital").
        fixed_phrases: Names of tests and signs that carry the word of a disease without naming the patient's disease
            ("rheumatoid factor").
        named_things: Nouns that make an eponym the name of a sign, a test or an operation ("Whipple procedure").
        type_words: Words between a name and the number of its type ("type 2").
        particles: Small words between a noun and a proper name ("sign of Babinski").
        denials: Words that deny what follows them within a name ("non-Hodgkin").
        cause_before: Words behind which a name goes on with what a cause brought about ("heparin-induced ...").
        cause_after: Phrases behind which a name tells the cause ("induced by ...").
        head_last: Whether the noun that the others describe stands last ("rheumatoid arthritis").
    """

    heads: frozenset[str]
    modifiers: frozenset[str]
    sites: frozenset[str]
    institutions: frozenset[str]
    fixed_phrases: tuple[str, ...]
    named_things: frozenset[str]
    type_words: frozenset[str]
    particles: frozenset[str]
    denials: frozenset[str]
    cause_before: frozenset[str]
    cause_after: tuple[str, ...]
    head_last: bool


@dataclass(frozen=True, slots=True)
class AcronymRules:
    """How acronyms are built from names.

    Args:
        skipped_words: Words that lend no initial, folded.
        plural_endings: What may follow an acronym in the plural ("s", "'s").
        homographs: Acronym spellings that are also ordinary words or units, folded; they need evidence. Function words
            of two to six letters are always among them.
        prefixes: Word parts that lend an initial of their own inside a longer word ("imuno", "neuro"), folded, the
            longest first.
        place_codes: Letters that stand for a state or country behind a place ("Juiz de Fora-MG"), in capitals.
        routes: Letters that stand for the route of a drug behind a dose ("75 mg IM"), in capitals.
        route_cues: What stands shortly before a route, folded: ``#`` is a number, ``*`` any ending ("# mg", "inject*").
    """

    skipped_words: frozenset[str]
    plural_endings: tuple[str, ...]
    homographs: frozenset[str]
    prefixes: tuple[str, ...]
    place_codes: frozenset[str]
    routes: frozenset[str]
    route_cues: frozenset[str]


@dataclass(frozen=True, slots=True)
class SentenceRules:
    """Where sentences and clauses end.

    Args:
        abbreviations: Abbreviations whose full stop ends no sentence, folded, with the stop ("dr.", "p. ex.", "max.").
        clause_connectors: Words that open a new clause, folded; each is one word or several, the longest first.
    """

    abbreviations: tuple[str, ...]
    clause_connectors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """Short answers that models give, folded.

    Args:
        yes: Ways to agree.
        no: Ways to disagree.
        diagnostic: Ways to say that a case is about a diagnosis.
        therapeutic: Ways to say that it is about a treatment.
        both: Ways to say that it is about both.
        correct: Marks of a right item in a list.
        refusal: Openings of a reply that declines the task.

    Examples:
        >>> from clinicalbr.languages import LanguagePack
        >>> LanguagePack.load("pt").answers.both
        ('ambos', 'ambas', 'os dois')
    """

    yes: tuple[str, ...]
    no: tuple[str, ...]
    diagnostic: tuple[str, ...]
    therapeutic: tuple[str, ...]
    both: tuple[str, ...]
    correct: tuple[str, ...]
    refusal: tuple[str, ...]
