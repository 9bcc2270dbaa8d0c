from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import InputError, SignatureError
from clinicalbr.metrics import F1, Precision, Recall, f1_at_k, parse_measure, recall_at_k, set_match, top_k
from clinicalbr.schema import Link, NoLink, Unscored

UNLINKED = NoLink("algo", "no_candidates")

measures = st.builds(
    lambda kind, depth, matching, k, target: kind(
        depth=depth, matching=matching, k=k, **({"target": target} if kind is Recall else {})
    ),
    st.sampled_from([F1, Precision, Recall]),
    st.integers(0, 9),
    st.sampled_from(["any", "one_to_one"]),
    st.none() | st.integers(1, 100),
    st.sampled_from(["confirmed", "any"]),
)


@given(measure=measures)
def test_text_reads_back_to_an_equal_measure(measure):
    assert parse_measure(str(measure)) == measure
    assert str(parse_measure(str(measure))) == str(measure) == repr(measure)
    assert hash(parse_measure(str(measure))) == hash(measure)


def test_canonical_texts():
    assert str(F1(depth=2, matching="any") @ 5) == 'F1(depth=2, matching="any")@5'
    assert str(Recall(depth=2, target="any") @ 5) == 'Recall(depth=2, matching="any", target="any")@5'
    assert str(Precision()) == 'Precision(depth=0, matching="any")'


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("F1@5", F1(k=5)),
        (" Recall ", Recall()),
        ('Recall( target = "any" )@1', Recall(target="any", k=1)),
        ("Precision()", Precision()),
    ],
)
def test_settings_left_out_take_their_defaults(text, measure):
    assert parse_measure(text) == measure


@pytest.mark.parametrize(
    "text",
    [
        "", "F2", "f1", "F1@0", "F1@-1", "F1@", "F1@5@5", "F1(depth)", "F1(depth=x)", 'F1(depth="2")', "F1(k=5)",
        "F1(depth=1, depth=2)", 'F1(matching="all")', 'F1(target="any")', 'Recall(target="all")', "F1(depth=2",
        "F1(depth=2,)", "F1(__class__=1)", "F1(depth=2)\n@5", "SetMeasure", "F1" * 5000, "F1(" + "(" * 5000,
        "F1(matching=1)", "F1@99999999999",
    ],
)  # fmt: skip
def test_texts_that_name_no_measure_are_refused(text):
    with pytest.raises(SignatureError):
        parse_measure(text)


@given(text=st.text(alphabet='F1PRecallprecision(),="@ 0259depthmatchinganytarget_\n', max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        measure = parse_measure(text)
    except SignatureError:
        return
    assert parse_measure(str(measure)) == measure


@pytest.mark.parametrize("k", [0, -1, 1.5, True, "5"])
def test_a_cut_off_that_is_no_count_is_refused(k):
    with pytest.raises(InputError, match="k is"):
        F1(k=k)
    with pytest.raises(InputError, match="k is"):
        top_k(["C1"], k)


def test_a_second_cut_off_is_refused():
    with pytest.raises(InputError, match="has a cut-off already"):
        F1() @ 5 @ 3


def test_top_k_takes_distinct_concepts_and_keeps_the_rank_of_unlinked_ones():
    first = Link("dengue", "C1", "dengue", 1.0, "exact")
    ranked = [first, "C1", UNLINKED, NoLink("ALGO", "margin"), "C2", "C3"]
    assert top_k(ranked, 1) == (first,)
    assert top_k(ranked, 3) == (first, UNLINKED, "C2")
    assert top_k(ranked, 99) == (first, UNLINKED, "C2", "C3")
    assert top_k([], 3) == ()


def test_at_k_by_hand():
    ranked, gold = ["C9", "C9", "C1", UNLINKED, "C2"], ["C1", "C2", "C3"]
    assert recall_at_k(ranked, gold, 2) == pytest.approx(1 / 3)
    assert recall_at_k(ranked, gold, 3) == pytest.approx(1 / 3)  # the unlinked guess used up the third place
    assert recall_at_k(ranked, gold, 4) == pytest.approx(2 / 3)
    assert recall_at_k(ranked, gold, 1, "any") == 0.0
    assert recall_at_k(ranked, gold, 2, "any") == 1.0
    assert f1_at_k(ranked, gold, 2) == pytest.approx(0.4)
    assert (Precision() @ 4).score(ranked, gold) == 0.5


def test_at_k_with_empty_lists():
    assert isinstance(recall_at_k(["C1"], [], 5), Unscored)
    assert isinstance(f1_at_k(["C1"], [], 5), Unscored)
    assert recall_at_k([], ["C1"], 5) == recall_at_k([], ["C1"], 5, "any") == f1_at_k([], ["C1"], 5) == 0.0


def test_at_k_gives_credit_by_the_hierarchy(family):
    assert recall_at_k(["N0"], ["N1", "N2"], 1, graph=family, depth=1) == 1.0
    assert recall_at_k(["N0"], ["N1", "N2"], 1, graph=family, depth=1, matching="one_to_one") == 0.5
    assert recall_at_k(["N0"], ["N3"], 1, "any", graph=family, depth=1) == 0.0
    assert f1_at_k(["N0", "X1"], ["N1", "N2"], 1, graph=family, depth=1) == 1.0


@given(data=st.data(), k=st.integers(1, 7))
def test_measures_agree_with_the_set_match_of_the_first_k(data, comparisons, k):
    graph, predicted, gold, depth = data.draw(comparisons)
    found = set_match(top_k(predicted, k), gold, graph, depth)
    assert found.n_predicted <= k
    assert f1_at_k(predicted, gold, k, graph=graph, depth=depth) == found.f1
    assert recall_at_k(predicted, gold, k, graph=graph, depth=depth) == found.recall
    assert recall_at_k(predicted, gold, k, "any", graph=graph, depth=depth) == float(found.recall > 0)
    assert (Precision(depth=depth) @ k).score(predicted, gold, graph) == found.precision


@given(data=st.data(), k=st.integers(1, 7))
def test_recall_never_falls_with_a_longer_list(data, comparisons, k):
    graph, predicted, gold, depth = data.draw(comparisons)
    for target in ("confirmed", "any"):
        shorter, longer = (recall_at_k(predicted, gold, n, target, graph=graph, depth=depth) for n in (k, k + 1))
        assert shorter <= longer
    assert recall_at_k(predicted, gold, 99, graph=graph, depth=depth) == Recall(depth=depth).score(
        predicted, gold, graph
    )
