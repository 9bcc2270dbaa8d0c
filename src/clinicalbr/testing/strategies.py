"""Hypothesis strategies for clinical text, gold targets and cases, for tests of one's own components.

They need the extra ``dev`` (hypothesis).
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from clinicalbr._optional import require
from clinicalbr.languages import LanguagePack
from clinicalbr.linking import KnowledgeBase
from clinicalbr.schema import ClinicalCase, Concept, DiagnosisSection, Presentation, Workup
from clinicalbr.testing.corpus import sample_corpus
from clinicalbr.testing.wording import TYPOGRAPHY, acronym_forms, inflections, initials_of, misspellings

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = [
    "clinical_cases",
    "clinical_texts",
    "disease_names",
    "diseases",
    "mentions",
    "noisy",
    "related_forms",
    "sentences_around",
]


def disease_names(language: str) -> SearchStrategy[str]:
    """Names of diseases of the default knowledge base.

    Args:
        language: ``"pt"``, ``"en"`` or ``"es"``.

    Returns:
        A strategy of names.

    Examples:
        >>> isinstance(disease_names("pt").example(), str)  # doctest: +SKIP
        True
    """
    st = require("hypothesis.strategies", extra="dev")
    chosen: SearchStrategy[str] = st.sampled_from(_names(language))
    return chosen


def diseases(*languages: str, with_agents: bool = False) -> SearchStrategy[Concept]:
    """Diseases of the default knowledge base.

    Args:
        *languages: Codes; each disease has a name in all of them.
        with_agents: Only diseases whose causes the base knows.

    Returns:
        A strategy of concepts.

    Examples:
        >>> diseases("pt", "es").example().preferred("es")  # doctest: +SKIP
        'dengue'
    """
    st = require("hypothesis.strategies", extra="dev")
    chosen: SearchStrategy[Concept] = st.sampled_from(_concepts(languages, with_agents))
    return chosen


def noisy(name: str) -> SearchStrategy[str]:
    """Spellings of a name that a reader takes for the same: case, accents, Unicode forms, invisible characters.

    Args:
        name: The name.

    Returns:
        A strategy of spellings.

    Examples:
        >>> isinstance(noisy("sífilis").example(), str)  # doctest: +SKIP
        True
    """
    st = require("hypothesis.strategies", extra="dev")
    spelled: SearchStrategy[str] = st.sampled_from(TYPOGRAPHY).map(lambda change: change(name))
    return spelled


def related_forms(name: str, language: str) -> SearchStrategy[str]:
    """Other ways in which a text may speak of a name: forms, word order, one word of it, a misspelling.

    Not every form gives the name away ("grave" of "dengue grave" does not); no form is a spelling of the whole name as
    it stands.

    Args:
        name: The name.
        language: Code of an included pack, whose endings are used.

    Returns:
        A strategy of forms.

    Examples:
        >>> isinstance(related_forms("dengue grave", "pt").example(), str)  # doctest: +SKIP
        True
    """
    st = require("hypothesis.strategies", extra="dev")
    words = name.split()
    places = st.integers(0, len(words) - 1)

    def with_word(place: int, others: tuple[str, ...]) -> SearchStrategy[str]:
        made = sorted({" ".join([*words[:place], word, *words[place + 1 :]]) for word in others})
        changed: SearchStrategy[str] = st.sampled_from(made or [name])
        return changed

    small = st.sampled_from(sorted(LanguagePack.load(language).function_words))
    alone = places.map(lambda place: words[place])
    forms: SearchStrategy[str] = st.one_of(
        places.flatmap(lambda place: with_word(place, tuple(inflections(words[place], language)))),
        places.flatmap(lambda place: with_word(place, tuple(misspellings(words[place])))),
        st.permutations(words).map(" ".join),
        alone,
        alone.map(str.capitalize),
        alone.flatmap(lambda word: st.sampled_from([*misspellings(word)] or [word])),
        st.builds(lambda place, word: " ".join([*words[:place], word, *words[place:]]), places, small),
        st.builds(lambda word: f"{words[0]} {word} {words[-1]}", small),
    )
    return forms


def mentions(concept: Concept, language: str, acronyms: tuple[str, ...] = ()) -> SearchStrategy[str]:
    """Ways in which a text may speak of a disease, of every kind.

    Args:
        concept: The disease.
        language: Language of the text.
        acronyms: Acronyms that stand for the disease.

    Returns:
        A strategy of short texts: names with typographic noise, related forms, acronyms and causes.

    Examples:
        >>> isinstance(mentions(KnowledgeBase.default().concepts[0], "en").example(), str)  # doctest: +SKIP
        True
    """
    st = require("hypothesis.strategies", extra="dev")
    names = [name for listed in concept.names.values() for name in listed]
    own = list(concept.names.get(language, ())) or names
    shorts = [form for short in (*acronyms, *filter(None, map(initials_of, own))) for form in acronym_forms(short)]
    causes = [form for agent in concept.agents for form in (agent, agent.split()[0], agent.upper())]
    chosen: SearchStrategy[str] = st.one_of(
        st.sampled_from(names).flatmap(noisy),
        st.sampled_from(own).flatmap(lambda name: related_forms(name, language)),
        st.sampled_from(shorts or own),
        st.sampled_from(causes or own).flatmap(noisy),
        st.sampled_from(own).map(lambda name: f"{name} ({initials_of(name)})"),
    )
    return chosen


def sentences_around(mention: SearchStrategy[str], language: str) -> SearchStrategy[str]:
    """Sentences that conclude, deny or merely hold a mention.

    Args:
        mention: A strategy of mentions.
        language: ``"pt"``, ``"en"`` or ``"es"``.

    Returns:
        A strategy of sentences.

    Examples:
        >>> import hypothesis.strategies as st
        >>> sentences_around(st.just("dengue"), "en").example()  # doctest: +SKIP
        'The biopsy confirmed dengue; urea was 98 mg/dL.'
    """
    st = require("hypothesis.strategies", extra="dev")
    frames = st.sampled_from(_sentences()[language]["around"])
    filled: SearchStrategy[str] = st.builds(
        lambda frame, one, other: frame.replace("{}", one, 1).replace("{}", other), frames, mention, mention
    )
    return filled


def clinical_texts(language: str) -> SearchStrategy[str]:
    """Sentences of the sample corpus and some that are easily misread, cut and mixed.

    Args:
        language: ``"pt"``, ``"en"`` or ``"es"``.

    Returns:
        A strategy of texts.

    Examples:
        >>> isinstance(clinical_texts("es").example(), str)  # doctest: +SKIP
        True
    """
    st = require("hypothesis.strategies", extra="dev")
    texts: SearchStrategy[str] = st.lists(st.sampled_from(_pieces(language)), min_size=1, max_size=8).map(". ".join)
    return texts


def clinical_cases(language: str = "pt") -> SearchStrategy[ClinicalCase]:
    """Small cases with structured fields and a diagnosis.

    Args:
        language: ``"pt"``, ``"en"`` or ``"es"``.

    Returns:
        A strategy of cases.

    Examples:
        >>> isinstance(clinical_cases().example(), ClinicalCase)  # doctest: +SKIP
        True
    """
    st = require("hypothesis.strategies", extra="dev")
    text = clinical_texts(language)
    value = st.one_of(st.none(), text, st.lists(text, max_size=3).map(tuple))
    cases: SearchStrategy[ClinicalCase] = st.builds(
        ClinicalCase,
        case_id=st.from_regex(r"[a-z]{1,8}-[0-9]{1,4}", fullmatch=True),
        language=st.just(language),
        presentation=st.builds(
            Presentation, chief_complaint=text, physical_exam=value, hospital_course=value, final_diagnosis=st.none()
        ),
        workup=st.builds(Workup, laboratory=value, imaging=value),
        diagnosis=st.builds(DiagnosisSection, final_diagnosis_name=disease_names(language)),
    )
    return cases


@cache
def _names(language: str) -> tuple[str, ...]:
    return tuple(sorted({name for concept in _concepts((language,), False) for name in concept.names[language]}))


@cache
def _concepts(languages: tuple[str, ...], with_agents: bool) -> tuple[Concept, ...]:
    return tuple(
        concept
        for concept in KnowledgeBase.default().concepts
        if all(concept.names.get(language) for language in languages) and (concept.agents or not with_agents)
    )


@cache
def _sentences() -> dict[str, dict[str, list[str]]]:
    text = (files("clinicalbr.testing") / "data" / "sentences.json").read_text(encoding="utf-8")
    sentences: dict[str, dict[str, list[str]]] = json.loads(text)
    return sentences


@cache
def _pieces(language: str) -> tuple[str, ...]:
    """Sentences of the sample corpus, where it has the language, and those of the project's own list."""
    written = {
        sentence
        for pair in sample_corpus()
        if language in pair.languages
        for texts in pair.in_language(language).texts().values()
        for text in texts
        for sentence in text.split(". ")
    }
    return tuple(sorted(written.union(_sentences()[language]["plain"])))
