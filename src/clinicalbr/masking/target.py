"""The gold answer that must not reach a prompt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from clinicalbr.errors import GoldTargetError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking.name_parts import is_acronym, name_parts
from clinicalbr.masking.text_lists import language_codes, text_list
from clinicalbr.schema import ClinicalCase, texts_of
from clinicalbr.text import fold_text

__all__ = ["GoldTarget"]

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class GoldTarget:
    """Names of a gold answer, in every language in which it may surface.

    A name with a parenthesis counts as its parts: ``"lúpus eritematoso sistêmico (LES)"`` gives a name and an acronym.
    A name that is written like an acronym (``"AVC"``) counts as one, so that case decides about it.

    Args:
        names: Names of the answer, the canonical one first. Their order does not change what is found.
        acronyms: Acronyms known to stand for it; they are matched as written, in their own case.
        synonyms: Other names of the same concept, for instance from a knowledge base.
        languages: Languages of the names and of the texts, that of the texts first; their packs lend endings, function
            words and acronym rules. A tag such as ``"pt-BR"`` counts as its language.
        agents: What causes the disease, for instance the organism ("Trypanosoma cruzi"), where it names the answer.
        derive_acronyms: Also look for acronyms made from the initials of the names.

    Raises:
        GoldTargetError: There is no name, or a name is a function word, a single letter or holds no letter.
        LanguageError: When the packs are loaded: a language has no included pack and none was given to the masker.

    Examples:
        >>> GoldTarget(["lúpus eritematoso sistêmico (LES)"]).acronyms
        ('LES',)
    """

    names: tuple[str, ...]
    acronyms: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    languages: tuple[str, ...] = ("pt", "en")
    agents: tuple[str, ...] = ()
    derive_acronyms: bool = True

    def __init__(
        self,
        names: Iterable[str],
        acronyms: Iterable[str] = (),
        synonyms: Iterable[str] = (),
        languages: Iterable[str] = ("pt", "en"),
        agents: Iterable[str] = (),
        *,
        derive_acronyms: bool = True,
    ) -> None:
        spelled, short, codes = (
            text_list("names", names),
            list(text_list("acronyms", acronyms)),
            language_codes(languages),
        )
        packs = [LanguagePack.load(code) for code in codes if code in LanguagePack.included()]
        whole: list[str] = []
        for name in spelled:
            for part in name_parts(name, packs):
                (short if is_acronym(part) else whole).append(part)
        if not whole and not short:
            raise GoldTargetError("the gold has no name", remedy="give at least one name of the answer")
        if not codes:
            raise GoldTargetError(
                f"the gold {whole[:1]} has no language", remedy="give languages, for instance ('pt', 'en')"
            )
        others: list[str] = []
        for synonym in text_list("synonyms", synonyms):
            for part in name_parts(synonym, packs):
                (short if is_acronym(part) else others).append(part)
        causes = text_list("agents", agents)
        stop = frozenset[str]().union(*(pack.function_words for pack in packs))
        for kind, values in (("name", whole), ("acronym", short), ("synonym", others), ("agent", causes)):
            for value in values:
                _refuse_meaningless(value, kind, stop)
        fields = {"names": whole, "acronyms": short, "synonyms": others, "languages": codes, "agents": causes}
        for field, listed in fields.items():
            object.__setattr__(self, field, tuple(dict.fromkeys(listed)))
        object.__setattr__(self, "derive_acronyms", derive_acronyms)

    @classmethod
    def from_case(cls, case: ClinicalCase, *others: ClinicalCase, synonyms: Iterable[str] = ()) -> GoldTarget:
        """Target of a case's final diagnosis, with the names of its other language versions.

        Args:
            case: The case.
            *others: The same case in other languages.
            synonyms: Other names, for instance from ``KnowledgeBase.names_of``.

        Returns:
            The target, in the languages of the cases.

        Raises:
            GoldTargetError: No version states a final diagnosis.

        Examples:
            >>> from clinicalbr.schema import DiagnosisSection
            >>> case = ClinicalCase(case_id="c1", language="pt", narrative="Febre.",
            ...                     diagnosis=DiagnosisSection(final_diagnosis_name="dengue grave"))
            >>> GoldTarget.from_case(case).names
            ('dengue grave',)
        """
        names: list[str] = []
        acronyms: list[str] = []
        for version in (case, *others):
            if version.diagnosis is not None:
                names += filter(None, (version.diagnosis.final_diagnosis_name, *version.diagnosis.other_names))
                acronyms += version.diagnosis.acronyms
            if version.presentation is not None:
                names += texts_of(version.presentation.final_diagnosis)
        if not names:
            raise GoldTargetError(
                f"case {case.case_id!r} states no final diagnosis", remedy="set diagnosis.final_diagnosis_name"
            )
        return cls(names, acronyms, synonyms, dict.fromkeys(version.language for version in (case, *others)))

    def with_knowledge(
        self, names_of: Callable[[str], Iterable[str]], agents_of: Callable[[str], Iterable[str]] | None = None
    ) -> GoldTarget:
        """The target with what a knowledge base says of its names.

        Args:
            names_of: Gives the other names of a disease, in any language, for instance ``KnowledgeBase.names_of``.
            agents_of: Gives its causes, for instance ``KnowledgeBase.agents_of``.

        Returns:
            A new target. What would mask ordinary text is left out.

        Examples:
            >>> target = GoldTarget(["doença de Chagas"], languages=["pt"])
            >>> target.with_knowledge({"doença de Chagas": ["mal de Chagas"]}.__getitem__).synonyms
            ('mal de Chagas',)
        """
        synonyms = [name for own in self.names for name in names_of(own)]
        agents = [agent for own in self.names for agent in agents_of(own)] if agents_of else []
        known = {fold_text(name) for name in (*self.names, *self.acronyms)}
        return GoldTarget(
            self.names,
            self.acronyms,
            (*self.synonyms, *(name for name in synonyms if fold_text(name) not in known and self._accepts(name))),
            self.languages,
            (*self.agents, *(agent for agent in agents if self._accepts(agent))),
            derive_acronyms=self.derive_acronyms,
        )

    def _accepts(self, name: str) -> bool:
        try:
            GoldTarget([name], languages=self.languages)
        except GoldTargetError:
            return False
        return True


def _refuse_meaningless(value: str, kind: str, function_words: frozenset[str]) -> None:
    words = _WORD.findall(fold_text(value))
    remedy = "give the full name of the diagnosis"
    if not any(character.isalpha() for word in words for character in word):
        raise GoldTargetError(f"the gold {kind} {value!r} holds no letter", remedy=remedy)
    if sum(len(word) for word in words) < 2:
        raise GoldTargetError(
            f"the gold {kind} {value!r} is a single letter and would mask ordinary text", remedy=remedy
        )
    # An acronym with a capital keeps its case, so "AS" does not mask the article "as".
    keeps_case = kind == "acronym" and value != value.lower()
    if not keeps_case and all(word in function_words for word in words):
        raise GoldTargetError(f"the gold {kind} {value!r} is made of function words only", remedy=remedy)
