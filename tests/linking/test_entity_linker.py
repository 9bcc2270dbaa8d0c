"""Which concept a mention is linked to, when it is linked to none, and that nothing else decides about it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from clinicalbr.errors import InputError
from clinicalbr.linking import EXAMS, CharNgramEncoder, EntityLinker, FlatIndex, KnowledgeBase
from clinicalbr.schema import Concept, Link, NoLink
from clinicalbr.signature import Signature

HOSTILE = [
    "",
    " ",
    "\t\n",
    "...",
    "()",
    "((",
    "🦟",
    "\x00",
    "\x00dengue\x00",
    "a" * 10_000,
    "dengue " * 2_000,
    "\ud800",
    "§¶",
    "０",
]
MENTIONS = [
    "dengue clássico", "IAM", "iam", "EM (esclerose múltipla)", "doença de Chagas aguda", "nega alergias", "",
    "SIDA", "linfoma não-Hodgkin (grau 3)", "leishmaniose", "calazar", "sindrome de Swet", "PCR", "febre",
]  # fmt: skip
PROGRAM = """
from clinicalbr.linking import EntityLinker, KnowledgeBase
import sys
linker = EntityLinker(KnowledgeBase.default())
print(linker.signature)
for result in linker.link(sys.argv[1].split("|")):
    print(result)
"""


class Table:
    """An encoder that knows some names by heart."""

    signature = "table"
    threshold = 0.5

    def __init__(self, **vectors: Sequence[float]) -> None:
        self._vectors = vectors

    def encode(self, names: Sequence[str]) -> NDArray[np.float32]:
        return np.array([self._vectors.get(name, (0.0, 0.0, 0.0)) for name in names], dtype=np.float32).reshape(-1, 3)


def concept(cui: str, *names: str) -> Concept:
    return Concept(cui, {"en": names}, types=("T047",))


def link(linker: EntityLinker, mention: str) -> Link | NoLink:
    return linker.link([mention])[0]


@pytest.fixture(scope="module")
def small(small_kb: KnowledgeBase) -> EntityLinker:
    return EntityLinker(small_kb)


def test_a_name_is_linked_without_the_encoder(small_kb: KnowledgeBase) -> None:
    class Broken(Table):
        def encode(self, names: Sequence[str]) -> NDArray[np.float32]:
            raise AssertionError(names)

    linker = EntityLinker(small_kb, Broken())
    results = linker.link(["DENGUE  FEVER", "AR", "Açucar no Sangue"])
    assert [(r.cui, r.name, r.score, r.method) for r in results if isinstance(r, Link)] == [
        ("D1", "dengue fever", 1.0, "exact"), ("D2", "AR", 1.0, "exact"), ("D4", "açúcar no sangue", 1.0, "exact"),
    ]  # fmt: skip


def test_types_settle_homographs(small_kb: KnowledgeBase) -> None:
    found = [link(EntityLinker(small_kb, types=types), "dengue") for types in ({"T047"}, EXAMS, None)]
    assert [(f.cui, [c.cui for c in f.candidates]) for f in found if isinstance(f, Link)] == [
        ("D1", ["D1"]), ("E1", ["E1"]), ("D1", ["D1", "E1"]),
    ]  # fmt: skip


def test_an_abbreviation_of_two_languages_goes_by_preference_then_identifier(small_kb: KnowledgeBase) -> None:
    chosen = {}
    for languages in ((), ("pt",), ("en", "pt"), ("es",)):
        result = link(EntityLinker(small_kb, prefer_languages=languages), "CAD")
        assert isinstance(result, Link)
        assert len(result.candidates) == 2
        chosen[languages] = result.cui
    assert chosen == {(): "D3", ("pt",): "D4", ("en", "pt"): "D3", ("es",): "D3"}


@pytest.mark.parametrize(
    ("mention", "cui"),
    [
        ("anemia (falciforme)", "D5"), ("Anemia [falciforme]", "D5"), ("anemia (grave)", "D6"), ("AR (artrite)", "D2"),
        ("poliartrite (AR)", "D2"), ("x (y) (dengue)", "D1"), ("dengue (", "D1"), ("(dengue)", "D1"), ("dengue ()", "D1"),
        ("anemia（falciforme）", "D5"), ("((dengue))", "D1"),
    ],
)  # fmt: skip
def test_brackets_the_whole_first_then_its_parts(small: EntityLinker, mention: str, cui: str) -> None:
    result = link(small, mention)
    assert isinstance(result, Link)
    assert (result.cui, result.method, result.mention) == (cui, "exact", mention)


def test_a_part_is_compared_when_the_whole_is_like_nothing() -> None:
    kb = KnowledgeBase([concept("C1", "one"), concept("C2", "two")])
    linker = EntityLinker(kb, Table(one=(1, 0, 0), two=(0, 1, 0), far=(0, 0, 1), near=(0, 0.8, 0.6)))
    result = link(linker, "far (near)")
    assert isinstance(result, Link)
    assert (result.cui, result.method) == ("C2", "vector")
    refused = link(linker, "near far (far)")
    assert isinstance(refused, NoLink)
    assert refused.reason == "no_candidates"


def test_threshold_and_margin() -> None:
    kb = KnowledgeBase([concept("C1", "one", "uno"), concept("C2", "two")])
    encoder = Table(one=(1, 0, 0), uno=(1, 0.01, 0), two=(0.8, 0.6, 0), query=(1, 0.1, 0), far=(0, 0, 1))
    assert isinstance(link(EntityLinker(kb, encoder), "query"), Link)
    below = link(EntityLinker(kb, encoder, threshold=0.999), "query")
    close = link(EntityLinker(kb, encoder, margin=0.2), "query")
    assert isinstance(below, NoLink)
    assert isinstance(close, NoLink)
    assert (below.reason, close.reason) == ("below_threshold", "margin")
    # The second name of the same concept is no rival.
    assert [c.cui for c in close.candidates] == ["C1", "C2"]
    assert isinstance(link(EntityLinker(kb, encoder, margin=0.1), "query"), Link)


def test_forced_links_to_the_nearest_whatever_its_score() -> None:
    kb = KnowledgeBase([concept("C1", "one"), concept("C2", "two")])
    encoder = Table(one=(1, 0, 0), two=(0, 1, 0), query=(0.2, 0.1, 0.9))
    forced = EntityLinker(kb, encoder, forced=True, margin=0.9)
    result = link(forced, "query")
    assert isinstance(result, Link)
    assert (result.cui, round(result.score, 3)) == ("C1", 0.216)
    assert link(forced, "...") == NoLink("...", "empty")


def test_normalisation_changes_the_ranking_when_lengths_differ() -> None:
    kb = KnowledgeBase([concept("C1", "long"), concept("C2", "near")])
    encoder = Table(long=(4, 4, 0), near=(1, 0, 0), query=(1, 0.1, 0))
    chosen = [link(EntityLinker(kb, encoder, None, normalise), "query") for normalise in (True, False)]
    assert [(c.cui, round(c.score, 3)) for c in chosen if isinstance(c, Link)] == [("C2", 0.995), ("C1", 4.4)]


def test_equal_scores_go_to_the_shorter_name_then_the_lower_identifier() -> None:
    kb = KnowledgeBase([concept("C9", "aaaa"), concept("C3", "bbbbb"), concept("C2", "cccc"), concept("C1", "ddddd")])
    same = (1.0, 0.0, 0.0)
    linker = EntityLinker(kb, Table(aaaa=same, bbbbb=same, cccc=same, ddddd=same, query=same))
    assert [c.cui for c in linker.candidates(["query"], 4)[0]] == ["C2", "C9", "C1", "C3"]
    assert [c.cui for c in link(linker, "query").candidates] == ["C2", "C9", "C1", "C3"]


def test_what_a_name_is_goes_before_the_language_preferred() -> None:
    kb = KnowledgeBase(
        [
            Concept("C1", {"pt": ("um",)}, colloquial={"pt": ("stroke",)}, types=("T047",)),
            Concept("C2", {"en": ("stroke",)}, types=("T047",)),
        ]
    )
    result = link(EntityLinker(kb, prefer_languages=["pt"]), "Stroke")
    assert [c.cui for c in result.candidates] == ["C2", "C1"]


def test_a_concept_with_many_names_does_not_crowd_out_the_others() -> None:
    kb = KnowledgeBase([concept("C1", *(f"dengue {number}" for number in range(100))), concept("C2", "measles")])
    assert [c.cui for c in EntityLinker(kb).candidates(["dengue x"], 2)[0]] == ["C1", "C2"]


def test_candidates_are_distinct_exact_ones_first_and_as_many_as_there_are(small: EntityLinker) -> None:
    found = small.candidates(["CAD", "dengue", "", "zzz"], 100)
    assert [c.cui for c in found[0]][:2] == ["D3", "D4"]
    for candidates in (found[0], found[1], found[3]):
        assert len({c.cui for c in candidates}) == len(candidates) == 7
        assert [c.score for c in candidates] == sorted((c.score for c in candidates), reverse=True)
    assert found[2] == ()
    assert [len(c) for c in small.candidates(["dengue"] * 2, 1)] == [1, 1]


def test_nothing_to_link_to() -> None:
    linker = EntityLinker(KnowledgeBase([]))
    assert linker.link(["dengue", ""]) == [NoLink("dengue", "no_candidates"), NoLink("", "empty")]
    assert linker.candidates(["dengue"], 3) == [()]
    assert linker.link([]) == linker.candidates([], 1) == []


@pytest.mark.parametrize("mention", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names(default_linker: EntityLinker, mention: str) -> None:
    result = link(default_linker, mention)
    assert result.mention == mention
    assert isinstance(result, Link) or result.reason in {"empty", "below_threshold"}
    assert len(default_linker.candidates([mention], 3)[0]) in {0, 3}


def test_hidden_characters_do_not_hide_a_name(default_linker: EntityLinker) -> None:
    results = default_linker.link(["\x00dengue\x00", "den\u00adgue", "ＤＥＮＧＵＥ"])
    assert {r.cui for r in results if isinstance(r, Link)} == {"C0011311"}
    assert all(isinstance(r, Link) and r.method == "exact" for r in results)


@given(st.lists(st.text(alphabet="abcde ()AR🦟é", max_size=8), max_size=6))
def test_a_batch_gives_what_single_mentions_give(small: EntityLinker, mentions: list[str]) -> None:
    assert small.link(mentions) == [link(small, mention) for mention in mentions]
    assert small.candidates(mentions, 3) == [small.candidates([mention], 3)[0] for mention in mentions]


@given(st.permutations(MENTIONS))
def test_order_of_mentions_does_not_matter(default_linker: EntityLinker, mentions: list[str]) -> None:
    expected = dict(zip(MENTIONS, default_linker.link(MENTIONS), strict=True))
    assert default_linker.link(mentions) == [expected[mention] for mention in mentions]


def test_a_fresh_process_links_alike(default_linker: EntityLinker) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "|".join(MENTIONS)],
        capture_output=True, text=True, check=True, env=os.environ | {"PYTHONHASHSEED": "77", "OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip
    expected = [str(default_linker.signature), *map(str, default_linker.link(MENTIONS))]
    assert done.stdout.splitlines() == expected


def test_a_linker_survives_pickling(default_kb: KnowledgeBase) -> None:
    linker = EntityLinker(default_kb, types={"T020"})
    mention = default_kb.restrict({"T020"}).concepts[0].preferred() + " x"
    assert pickle.loads(pickle.dumps(linker)).link([mention]) == linker.link([mention])


def test_preferred_names_of_three_languages_link_to_one_concept(
    default_kb: KnowledgeBase, default_linker: EntityLinker
) -> None:
    diseases = [c for c in default_kb.concepts if not default_linker.types.isdisjoint(c.types)]
    for language in ("pt", "en", "es"):
        results = default_linker.link([c.preferred(language) for c in diseases])
        assert [r.cui for r in results if isinstance(r, Link)] == [c.cui for c in diseases]


def test_exams_are_linked_with_their_own_types(default_kb: KnowledgeBase) -> None:
    linker = EntityLinker(default_kb, types=EXAMS)
    result = link(linker, "hemograma completo")
    assert isinstance(result, Link)
    assert default_kb.restrict(EXAMS).get(result.cui)


def test_signature_tells_what_decides(small_kb: KnowledgeBase) -> None:
    plain = EntityLinker(small_kb)
    assert Signature.parse(str(plain.signature)) == plain.signature
    assert plain.signature.get("kb") == "small-1"
    assert plain.signature.get("types") == "diseases"
    others = [
        EntityLinker(small_kb, types=EXAMS), EntityLinker(small_kb, types={"T047", "T001"}), EntityLinker(small_kb, types=None),
        EntityLinker(small_kb, CharNgramEncoder()), EntityLinker(small_kb, normalise=False), EntityLinker(small_kb, threshold=0.5),
        EntityLinker(small_kb, margin=0.1), EntityLinker(small_kb, forced=True), EntityLinker(small_kb, prefer_languages=["pt"]),
        EntityLinker(KnowledgeBase(small_kb.concepts, release="small-2")),
    ]  # fmt: skip
    assert len({str(linker.signature) for linker in (plain, *others)}) == len(others) + 1


def test_the_threshold_is_the_encoders_own(small_kb: KnowledgeBase) -> None:
    assert EntityLinker(small_kb, Table()).threshold == 0.5
    assert EntityLinker(small_kb).threshold == 0.7
    assert EntityLinker(small_kb, CharNgramEncoder()).threshold == 0.75


def test_misuse_is_refused(small_kb: KnowledgeBase, small: EntityLinker) -> None:
    full = FlatIndex()
    full.add(np.eye(2, dtype=np.float32))
    with pytest.raises(InputError, match="already holds 2 vectors"):
        EntityLinker(small_kb, index=full)
    with pytest.raises(InputError, match="not a number"):
        EntityLinker(small_kb, threshold=float("nan"))
    with pytest.raises(InputError, match="mentions is one text, 'dengue'"):
        small.link("dengue")
    with pytest.raises(InputError, match="mention 1 is None"):
        small.link(["dengue", None])  # type: ignore[list-item]
    with pytest.raises(InputError, match="k is 0"):
        small.candidates(["dengue"], 0)


@pytest.mark.parametrize("mention", ["febre", "choque", "icterícia", "abortamento"])
def test_a_sign_is_not_linked_to_a_disease_whose_name_holds_it(mention: str) -> None:
    found = EntityLinker(KnowledgeBase.default()).link([mention])[0]
    assert isinstance(found, NoLink)
    assert found.reason == "narrower"


@pytest.mark.parametrize("mention", ["sem hepatite B", "não é tuberculose", "no evidence of malaria", "sin dengue"])
def test_a_denial_is_not_linked(mention: str) -> None:
    found = EntityLinker(KnowledgeBase.default()).link([mention])[0]
    assert isinstance(found, NoLink)
    assert found.reason in ("negated", "below_threshold")


def test_a_generic_head_word_may_be_missing() -> None:
    assert isinstance(EntityLinker(KnowledgeBase.default()).link(["Chagas"])[0], Link)


def test_forced_links_even_those() -> None:
    assert isinstance(EntityLinker(KnowledgeBase.default(), forced=True).link(["febre"])[0], Link)
