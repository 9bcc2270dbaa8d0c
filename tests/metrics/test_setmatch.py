from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import InputError
from clinicalbr.metrics import Match, set_match, set_match_many
from clinicalbr.schema import Link, NoLink, RelationKind, Unscored, UnscoredReason


def linked(cui: str, mention: str = "m") -> Link:
    return Link(mention, cui, "name", 1.0, "exact")


def test_exact_match_by_hand():
    result = set_match(["C1", "C2", "C3", "C4"], ["C1", "C9"])
    assert (result.precision, result.recall) == (0.25, 0.5)
    assert result.f1 == pytest.approx(1 / 3)
    assert result.matches == (Match("C1", "C1", RelationKind.SAME, 0),)
    assert (result.n_predicted, result.n_gold, result.unlinked_predicted, result.unlinked_gold) == (4, 2, 0, 0)


def test_strings_of_one_concept_collapse_whatever_their_form():
    result = set_match(["C1", linked("C1", "dengue"), linked("C1", "febre dengue")], ["C1", "C1"])
    assert (result.n_predicted, result.n_gold, result.precision, result.recall) == (1, 1, 1.0, 1.0)


def test_unlinked_items_stay_in_their_denominators_once_per_folded_mention():
    predicted = ["C1", NoLink("Síndrome-X", "margin"), NoLink("sindrome x", "no_candidates"), NoLink("outra", "margin")]
    result = set_match(predicted, ["C1", NoLink("sindrome x", "margin")])
    assert (result.n_predicted, result.unlinked_predicted) == (3, 2)
    assert (result.n_gold, result.unlinked_gold) == (2, 1)
    assert result.precision == pytest.approx(1 / 3)
    assert result.recall == 0.5  # the same words without a concept are no hit


def test_credit_goes_up_and_down_but_not_sideways(family):
    assert set_match(["N1"], ["N4"], family, 2).matches == (Match("N1", "N4", RelationKind.ANCESTOR, 2),)
    assert set_match(["N4"], ["N1"], family, 2).matches == (Match("N4", "N1", RelationKind.DESCENDANT, 2),)
    assert set_match(["N1"], ["N4"], family, 1).f1 == 0.0
    assert set_match(["N1"], ["N2"], family, 3).f1 == 0.0


def test_a_broad_ancestor_claims_the_gold_list_only_under_any(family):
    gold = ["N1", "N2", "N3"]
    free = set_match(["N0"], gold, family, 2)
    strict = set_match(["N0"], gold, family, 2, "one_to_one")
    assert (free.precision, free.recall, len(free.matches)) == (1.0, 1.0, 3)
    assert (strict.precision, strict.recall, len(strict.matches)) == (1.0, pytest.approx(1 / 3), 1)
    assert strict.matches[0].steps == 1


def test_one_to_one_prefers_more_pairs_and_then_fewer_steps(family):
    # A greedy choice of N1-N1 alone would leave N0 and N4 without partner.
    result = set_match(["N1", "N0"], ["N1", "N4"], family, 2, "one_to_one")
    assert {(match.predicted, match.gold) for match in result.matches} == {("N1", "N4"), ("N0", "N1")}
    # One pair without a step costs no more steps than two pairs of one step each, and is still the worse choice.
    for predicted in (["N1", "N0"], ["N0", "N1"]):
        for gold in (["N1", "N3"], ["N3", "N1"]):
            assert len(set_match(predicted, gold, family, 1, "one_to_one").matches) == 2
    closest = set_match(["N1"], ["N4", "N3", "N1"], family, 2, "one_to_one")
    assert closest.matches == (Match("N1", "N1", RelationKind.SAME, 0),)


def test_empty_gold_has_no_score_and_empty_prediction_scores_zero():
    assert set_match(["C1"], []) == Unscored(UnscoredReason.EMPTY_GOLD, "the gold list holds no item")
    assert isinstance(set_match([], []), Unscored)
    nothing = set_match([], ["C1"])
    assert (nothing.precision, nothing.recall, nothing.f1, nothing.n_predicted) == (0.0, 0.0, 0.0, 0)


def test_a_gold_list_without_any_concept_is_scored_and_says_so():
    result = set_match(["C1"], [NoLink("x", "margin")])
    assert (result.recall, result.n_gold, result.unlinked_gold) == (0.0, 1, 1)


def test_signature_names_depth_rule_and_hierarchy(family):
    signature = set_match(["N1"], ["N1"], family, 2, "one_to_one").signature
    fields = [signature.get(key) for key in ("depth", "matching", "relations")]
    assert fields == ["2", "one_to_one", "SmallGraph"]
    assert set_match(["N1"], ["N1"], family).signature.get("relations") == "none"


def test_result_survives_pickling(family):
    result = set_match(["N1"], ["N3"], family, 1)
    assert pickle.loads(pickle.dumps(result)) == result


@given(data=st.data())
def test_any_equals_the_oracle(data, comparisons, oracle):
    graph, predicted, gold, depth = data.draw(comparisons)
    precision, recall = oracle(graph, depth).any(predicted, gold)
    result = set_match(predicted, gold, graph, depth)
    assert result.precision == pytest.approx(float(precision), abs=1e-15)
    assert result.recall == pytest.approx(float(recall), abs=1e-15)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0
    assert result.f1 == pytest.approx(float(f1), abs=1e-15)
    for match in result.matches:
        assert match.steps == graph.steps(match.predicted, match.gold) <= depth
        assert graph.relation(match.predicted, match.gold, depth).kind == match.kind


@given(data=st.data())
def test_one_to_one_equals_the_best_of_all_assignments(data, comparisons, oracle):
    graph, predicted, gold, depth = data.draw(comparisons)
    pairs, steps = oracle(graph, depth).best_assignment(predicted, gold)
    result = set_match(predicted, gold, graph, depth, "one_to_one")
    assert len(result.matches) == pairs == result.predicted_hits == result.gold_hits
    assert sum(match.steps for match in result.matches) == steps
    assert result.recall == pairs / result.n_gold


@given(data=st.data())
def test_credit_grows_with_depth(data, comparisons):
    graph, predicted, gold, depth = data.draw(comparisons)
    for matching in ("any", "one_to_one"):
        near = set_match(predicted, gold, graph, depth, matching)
        far = set_match(predicted, gold, graph, depth + 1, matching)
        assert near.precision <= far.precision
        assert near.recall <= far.recall
        assert near.f1 <= far.f1 + 1e-15


@given(data=st.data())
def test_one_to_one_is_never_above_any(data, comparisons):
    graph, predicted, gold, depth = data.draw(comparisons)
    strict, free = (set_match(predicted, gold, graph, depth, rule) for rule in ("one_to_one", "any"))
    assert strict.precision <= free.precision
    assert strict.recall <= free.recall
    assert strict.f1 <= free.f1 + 1e-15
    assert set(strict.matches) <= set(free.matches)


@given(data=st.data())
def test_swapping_the_lists_swaps_precision_and_recall(data, comparisons):
    graph, predicted, gold, depth = data.draw(comparisons)
    if not predicted:
        return
    for matching in ("any", "one_to_one"):
        there, back = (
            set_match(predicted, gold, graph, depth, matching),
            set_match(gold, predicted, graph, depth, matching),
        )
        assert (there.precision, there.recall) == (back.recall, back.precision)
        assert there.f1 == pytest.approx(back.f1, abs=1e-15)
        assert there.unlinked_predicted == back.unlinked_gold


@given(data=st.data())
def test_order_and_repeats_change_no_score(data, comparisons):
    graph, predicted, gold, depth = data.draw(comparisons)
    shuffled, doubled = data.draw(st.permutations(predicted)), gold + gold[::-1]
    for matching in ("any", "one_to_one"):
        one = set_match(predicted, gold, graph, depth, matching)
        two = set_match(shuffled, doubled, graph, depth, matching)
        assert (one.precision, one.recall, one.f1) == (two.precision, two.recall, two.f1)


@given(data=st.data())
def test_a_list_matches_itself_as_far_as_it_is_linked(data, comparisons):
    graph, _, gold, _ = data.draw(comparisons)
    for matching in ("any", "one_to_one"):
        result = set_match(gold, gold, graph, 0, matching)
        assert result.precision == result.recall == (result.n_gold - result.unlinked_gold) / result.n_gold


def test_many_keeps_order_and_hands_unscored_through():
    refused = Unscored(UnscoredReason.REFUSAL)
    results = set_match_many([["C1"], refused, ["C2"]], [["C1"], ["C1"], []])
    assert results[0].f1 == 1.0
    assert results[1] is refused
    assert results[2].reason is UnscoredReason.EMPTY_GOLD


def test_many_names_the_case_that_is_at_fault():
    with pytest.raises(InputError, match="1 predicted lists and 2 gold lists"):
        set_match_many([["C1"]], [["C1"], ["C2"]])
    with pytest.raises(InputError, match="case 1: the gold item at position 0"):
        set_match_many([["C1"], ["C1"]], [["C1"], [" "]])


@pytest.mark.parametrize(
    ("predicted", "gold", "message"),
    [
        ("C1", ["C1"], "predicted items are a str"),
        ({"C1"}, ["C1"], "predicted items are a set"),
        (["C1"], None, "gold items are a NoneType"),
        ([""], ["C1"], "position 0 has the blank or padded identifier ''"),
        (["C1", " C2"], ["C1"], "position 1 has the blank or padded"),
        ([linked("")], ["C1"], "position 0 has the blank or padded"),
        ([None], ["C1"], "position 0 is a NoneType"),
        ([Unscored(UnscoredReason.ERROR)], ["C1"], "position 0 is a Unscored"),
        ([7], ["C1"], "position 0 is a int"),
    ],
)
def test_lists_that_cannot_be_compared_are_refused(predicted, gold, message):
    with pytest.raises(InputError, match=message) as caught:
        set_match(predicted, gold)
    assert caught.value.remedy


@pytest.mark.parametrize("depth", [-1, 1.0, True, "2"])
def test_a_depth_that_is_no_step_count_is_refused(depth, family):
    with pytest.raises(InputError, match="depth is"):
        set_match(["N1"], ["N1"], family, depth)


def test_depth_without_hierarchy_and_unknown_rules_are_refused(family):
    with pytest.raises(InputError, match="depth 2 needs a hierarchy"):
        set_match(["N1"], ["N1"], depth=2)
    with pytest.raises(InputError, match="any, one_to_one"):
        set_match(["N1"], ["N1"], matching="all")


@given(
    predicted=st.lists(st.sampled_from("ABCDEF"), max_size=8),
    gold=st.lists(st.sampled_from("ABCDEF"), min_size=1, max_size=8),
    matching=st.sampled_from(["any", "one_to_one"]),
)
def test_without_depth_the_evidence_is_the_common_concepts_in_predicted_order(predicted, gold, matching):
    result = set_match(predicted, gold, matching=matching)
    common = [cui for cui in dict.fromkeys(predicted) if cui in gold]
    assert result.matches == tuple(Match(cui, cui, RelationKind.SAME, 0) for cui in common)
