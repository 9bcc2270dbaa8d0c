"""What masks give away: planted signals are found, their absence too, and the figures are those of the sources."""

# ruff: noqa: S311 - made-up corpora need no safe random numbers
from __future__ import annotations

import json
import pickle
import random
import re
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from scipy.stats import binomtest, spearmanr

from clinicalbr.errors import InputError, LanguageError
from clinicalbr.languages import LanguagePack
from clinicalbr.masking import GoldTarget, Masker
from clinicalbr.masking.probes import (
    MaskedField,
    MaskSample,
    ProbeReport,
    ProbeResult,
    guess_probe,
    guess_prompt,
    guesses_in,
    mask_count_probe,
    mask_length_probe,
    mask_place_probe,
    masks_only,
    probe_masks,
)
from clinicalbr.schema import MaskedCase, Presentation, Redaction, RedactionLog, Tier, Unscored
from clinicalbr.text import Span, fold_text

X = "[X]"
WORDS = ("febre", "tosse", "dor", "mulher", "homem", "exame", "anos", "melhora")


def sample(case_id: object, gold: str, text: str, language: str = "pt") -> MaskSample:
    return MaskSample.of(text, [gold], case_id=str(case_id), language=language, placeholder=X)


def barred(case_id: object, gold: str, *lengths: int, language: str = "pt") -> MaskSample:
    """A case whose masks are bars of the given lengths."""
    text, masks = "", []
    for length in lengths:
        text += "febre "
        masks.append(Span(len(text), len(text) + length))
        text += "■" * length + " "
    return MaskSample(str(case_id), (gold,), (MaskedField("narrative", text, tuple(masks)),), language)


def counted(case_id: object, gold: str, count: int, language: str = "pt") -> MaskSample:
    return sample(case_id, gold, f"febre {X} " * count, language)


def name_of(length: int) -> str:
    return "a" * length


def noise(seed: int, golds: Sequence[str]) -> list[MaskSample]:
    """Cases whose masks know nothing of their answers."""
    rng = random.Random(seed)
    made = []
    for number, gold in enumerate(golds):
        words = [rng.choice(WORDS) for _ in range(40)]
        for _ in range(rng.randint(1, 5)):
            words.insert(rng.randrange(len(words)), X)
        made.append(sample(number, gold, " ".join(words)))
    return made


UNIQUE = [name_of(5 + number) for number in range(40)]
REPEATED = [f"doença {number % 10}" for number in range(60)]


class TestSamples:
    def test_masks_of_a_bare_text_are_its_placeholders(self) -> None:
        made = sample("c1", "dengue", f"Tem {X}{X} e {X}.")
        assert made.count == 3
        assert made.masks == (X, X, X)
        assert made.fields[0].masks[:2] == (Span(4, 7), Span(7, 10))

    def test_masks_of_what_a_masker_returned_need_no_placeholder(self) -> None:
        masked = Masker(GoldTarget(["dengue"]), "<oculto>").mask("Dengue? Sim, DENGUE.")
        made = MaskSample.of({"narrative": masked, "title": masked}, ["dengue"], case_id="c1")
        assert made.masks == ("<oculto>",) * 4
        assert [field.name for field in made.fields] == ["narrative", "title"]

    def test_masked_case_brings_identifier_language_placeholder_and_fields(self) -> None:
        case = MaskedCase(
            case_id="c1",
            language="en",
            task="diagnosis",
            narrative="Has <gone>.",
            presentation=Presentation(chief_complaint="fever", hospital_course=("Fine.", "<gone> again.")),
            placeholder="<gone>",
        )
        made = MaskSample.of(case, ["dengue"])
        assert (made.case_id, made.language, made.count) == ("c1", "en", 2)
        assert {field.name: len(field.masks) for field in made.fields} == {
            "presentation.chief_complaint": 0,
            "presentation.hospital_course[0]": 0,
            "presentation.hospital_course[1]": 1,
            "narrative": 1,
        }

    @pytest.mark.parametrize(("logged", "fault"), [(1, ""), (2, "masks_unlike_log"), (0, "masks_unlike_log")])
    def test_log_that_counts_other_masks_is_a_fault(self, logged: int, fault: str) -> None:
        case = MaskedCase(
            case_id="c1",
            language="en",
            task="diagnosis",
            presentation=Presentation(hospital_course=("Has [REDIGIDO].",)),
        )
        redactions = tuple(
            Redaction(start=9 * n, end=9 * n + 6, surface="dengue", tier=Tier.VERBATIM) for n in range(logged)
        )
        log = RedactionLog(
            case_id="c1",
            language="en",
            task="diagnosis",
            redactions={"presentation.hospital_course[0]": redactions} if logged else {},
        )
        assert MaskSample.of(case, ["dengue"], log=log).fault == fault

    def test_case_without_a_gold_is_a_fault(self) -> None:
        assert MaskSample.of(X, [" "], case_id="c1", placeholder=X).fault == "no_gold"

    @pytest.mark.parametrize(
        "make",
        [
            lambda: MaskSample.of("text", ["dengue"], case_id="c1"),
            lambda: MaskSample.of("text", ["dengue"], case_id="c1", placeholder=" "),
            lambda: MaskSample.of("text", ["dengue"], placeholder=X),
            lambda: MaskSample.of("text", "dengue", case_id="c1", placeholder=X),
        ],
    )
    def test_what_cannot_be_a_sample_is_refused(self, make: Callable[[], object]) -> None:
        with pytest.raises(InputError, match="Remedy: "):
            make()


class TestPlantedSignals:
    def test_length_that_follows_the_answer_is_found(self) -> None:
        result = mask_length_probe([barred(n, gold, len(gold), len(gold)) for n, gold in enumerate(UNIQUE)])
        assert result.method == "rank correlation"
        assert (result.n_asked, result.n_scored) == (40, 40)
        assert result.score == pytest.approx(1)
        assert result.p_value < 0.01
        assert result.chance < 0.3
        assert result.detail[0][0] == "characters of a mask ~ characters of the answer"

    def test_length_of_repeated_answers_is_found(self) -> None:
        rng = random.Random(1)
        golds = [name_of(4 + number % 10 * 3) for number in range(60)]
        result = mask_length_probe([barred(n, gold, len(gold) + rng.randint(-1, 1)) for n, gold in enumerate(golds)])
        assert result.method == "nearest neighbour"
        assert result.score > 0.9
        assert result.low > result.chance
        assert result.p_value < 0.01

    def test_words_of_a_mask_are_found(self) -> None:
        golds = ["a" * (7 - n % 4 * 2) + " b" * (n % 4) + str(n) for n in range(40)]
        made = [
            MaskSample(str(n), (gold,), (MaskedField("text", mask, (Span(0, len(mask)),)),))
            for n, gold in enumerate(golds)
            for mask in [(" ".join(["■"] * len(gold.split())) + "■" * 20)[:12]]
        ]
        result = mask_length_probe(made)
        assert dict(result.detail)["words of a mask ~ words of the answer"] == pytest.approx(1)
        assert result.p_value < 0.01

    @pytest.mark.parametrize("golds", [UNIQUE, REPEATED], ids=["unique", "repeated"])
    def test_masks_that_are_all_alike_give_nothing_away(self, golds: list[str]) -> None:
        result = mask_length_probe(noise(0, golds))
        assert result.p_value == 1
        assert result.score == pytest.approx(result.chance)
        if golds is UNIQUE:
            assert (result.score, result.low, result.high) == (0, 0, 0)

    def test_number_of_masks_is_found(self) -> None:
        result = mask_count_probe([counted(n, gold, 1 + len(gold) // 6) for n, gold in enumerate(UNIQUE)])
        assert result.p_value < 0.01
        repeated = mask_count_probe([counted(n, gold, 1 + n % 10) for n, gold in enumerate(REPEATED)])
        assert (repeated.method, repeated.score) == ("nearest neighbour", 1)
        assert repeated.p_value < 0.01

    def test_case_without_a_mask_counts_as_none_and_has_no_length(self) -> None:
        made = [counted(n, gold, n % 3) for n, gold in enumerate(UNIQUE)]
        assert mask_count_probe(made).n_scored == 40
        result = mask_length_probe(made)
        assert result.n_scored == 26
        assert result.reasons == {"no_mask": 14}

    def test_article_that_tells_the_gender_is_found(self) -> None:
        rng = random.Random(3)
        made = []
        for number in range(60):
            feminine = rng.random() < 0.5
            gold = f"nom{number}{'a' if feminine else 'o'} comum"
            made.append(sample(number, gold, f"{rng.choice(WORDS)} em razão {'da' if feminine else 'do'} {X} hoje"))
        result = mask_place_probe(made)
        assert result.p_value < 0.01
        assert any("'da'" in name and "ends in" in name for name, _ in result.detail)

    def test_article_is_a_word_of_the_pack_of_the_text(self) -> None:
        golds = [("a" if number % 2 else "o") * 2 + f" {number}" for number in range(40)]
        texts = [f"{'da' if number % 2 else 'do'} {X} {'x' * 6}" for number in range(40)]
        unknown = [sample(n, g, t, language="xx") for n, (g, t) in enumerate(zip(golds, texts, strict=True))]
        assert mask_place_probe(unknown).p_value == 1
        pack = LanguagePack.load("pt")
        own = {field: getattr(pack, field) for field in pack.__slots__}
        assert mask_place_probe(unknown, packs=[LanguagePack(**{**own, "code": "xx"})]).p_value < 0.01

    def test_field_that_tells_the_answer_is_found(self) -> None:
        made = []
        for number, gold in enumerate(REPEATED):
            listed = number % 10 < 5
            texts = {f"exames[{number}]": f"soro {X if listed else 'raro'}", "outro": f"soro {'raro' if listed else X}"}
            place = f"soro {'raro' * 3} "
            texts = {"antes": place, **texts} if listed else {**texts, "depois": place}
            made.append(MaskSample.of(texts, [gold], case_id=str(number), language="pt", placeholder=X))
        result = mask_place_probe(made)
        assert result.score == pytest.approx(5 / 29)
        assert result.p_value < 0.01

    def test_fields_of_one_list_are_one_field(self) -> None:
        made = []
        for number in range(40):
            field = f"exames[{number}]" if number % 2 else f"imagem[{number}]"
            gold = f"{'aba' if number % 2 else 'ebe'} {number:02}"
            made.append(MaskSample.of({field: f"soro {X}"}, [gold], case_id=str(number), placeholder=X))
        result = mask_place_probe(made)
        assert result.p_value < 0.01
        assert all("share in exames ~" in name or "share in imagem ~" in name for name, _ in result.detail)

    def test_what_few_cases_have_is_left_out(self) -> None:
        made = []
        for number in range(40):
            rare = number < 2
            gold = f"{'aaz' if rare else 'aab'} {number:02}"
            texts = {"title" if rare else "narrative": X * 5}
            made.append(MaskSample.of(texts, [gold], case_id=str(number), placeholder=X))
        names = [name for name, _ in mask_place_probe(made).detail]
        assert not any("title" in name or name.endswith("'z'") for name in names)

    def test_place_runs_over_all_fields(self) -> None:
        made = [
            MaskSample.of({"a": "x" * len(gold), "b": X + "y" * (60 - len(gold))}, [gold], case_id=gold, placeholder=X)
            for gold in UNIQUE
        ]
        assert mask_place_probe(made).score == pytest.approx(1)

    def test_how_early_a_mask_stands_is_found_whatever_its_length(self) -> None:
        made = [
            sample(n, gold, "x" * 10 * len(gold) + X + "y" * 10 * (60 - len(gold))) for n, gold in enumerate(UNIQUE)
        ]
        result = mask_place_probe(made)
        assert result.score == pytest.approx(1)
        # A bar that is longer than its neighbours' does not move the places of the others.
        far, near = barred("a", "x", 1, 1), barred("b", "x", 90, 1)
        others = [barred(n, gold, 5, 5) for n, gold in enumerate(UNIQUE[:6])]
        assert mask_place_probe([far, near, *others]).score == 0


class TestNull:
    @pytest.mark.parametrize("golds", [UNIQUE, REPEATED], ids=["unique", "repeated"])
    @pytest.mark.parametrize("probe", [mask_count_probe, mask_place_probe])
    def test_small_p_values_are_as_rare_as_they_claim(
        self, probe: Callable[..., ProbeResult], golds: list[str]
    ) -> None:
        p_values = [probe(noise(seed, golds), n_permutations=99, seed=seed).p_value for seed in range(150)]
        found = sum(p_value <= 0.05 for p_value in p_values)
        assert binomtest(found, 150, 0.05, alternative="greater").pvalue > 0.001
        assert 0.35 < sum(p_values) / 150 < 0.75

    def test_language_alone_is_no_signal(self) -> None:
        """Masks and names that are longer in one language do not count; those that go together within one do."""
        rng = random.Random(5)
        made = []
        for number in range(80):
            language = "pt" if number % 2 else "en"
            length = rng.randint(20, 40) if number % 2 else rng.randint(3, 15)
            made.append(barred(number, name_of(length) + str(number), 30 + rng.randint(0, 5) if number % 2 else 5 + rng.randint(0, 5), language=language))  # fmt: skip
        pooled = [MaskSample(each.case_id, each.golds, each.fields) for each in made]
        assert mask_length_probe(pooled).p_value < 0.01
        assert mask_length_probe(made).p_value > 0.05


class TestReferences:
    def test_correlation_is_that_of_scipy_with_ties(self) -> None:
        rng = random.Random(7)
        lengths = [rng.randint(2, 9) for _ in range(30)]
        golds = [name_of(max(2, length + rng.randint(-4, 4))) for length in lengths]
        # Names of one length are told apart by their letters, so that no answer repeats.
        golds = [chr(97 + n % 26) + chr(97 + n // 26) + gold for n, gold in enumerate(golds)]
        result = mask_length_probe([barred(n, g, length) for n, (g, length) in enumerate(zip(golds, lengths, strict=True))])  # fmt: skip
        expected = spearmanr(lengths, [len(gold) for gold in golds]).statistic
        assert result.method == "rank correlation"
        assert result.score == pytest.approx(abs(expected))
        assert dict(result.detail)["characters of a mask ~ characters of the answer"] == pytest.approx(expected)

    def test_sign_is_kept_in_the_detail_and_not_in_the_score(self) -> None:
        result = mask_length_probe([barred(n, gold, 60 - len(gold)) for n, gold in enumerate(UNIQUE)])
        assert result.score == pytest.approx(1)
        assert result.detail[0][1] == pytest.approx(-1)

    def test_interval_is_that_of_bonett_and_wright(self) -> None:
        lengths = [3, 1, 4, 2, 5, 7, 6, 9, 8, 10]
        golds = [name_of(n + 2) for n in range(10)]
        result = mask_length_probe([barred(n, g, length) for n, (g, length) in enumerate(zip(golds, lengths, strict=True))])  # fmt: skip
        # Squared differences of the ranks: 4, 1, 1, 4, 0, 1, 1, 1, 1, 0; r = 1 - 6 * 14 / (10 * 99).
        r = 1 - 6 * 14 / 990
        assert result.score == pytest.approx(r)
        reach = 1.959964 * np.sqrt((1 + r**2 / 2) / 7)
        assert result.low == pytest.approx(np.tanh(np.arctanh(r) - reach), abs=1e-6)
        assert result.high == pytest.approx(np.tanh(np.arctanh(r) + reach), abs=1e-6)

    def test_correlation_over_languages_is_the_mean_of_those_within(self) -> None:
        rng = random.Random(11)
        parts = {language: [(rng.randint(1, 9), rng.randint(2, 30)) for _ in range(size)] for language, size in (("pt", 12), ("en", 20))}  # fmt: skip
        made = [
            barred(f"{language}{n}", f"{chr(97 + n)}{name_of(size)}", length, language=language)
            for language, pairs in parts.items()
            for n, (length, size) in enumerate(pairs)
        ]
        weighted = [len(pairs) * spearmanr(*zip(*pairs, strict=True)).statistic for pairs in parts.values()]
        assert mask_length_probe(made).score == pytest.approx(abs(sum(weighted) / 32))

    def test_nearest_neighbours_by_hand(self) -> None:
        """Counts of A: 1 1 1 2 5, of B: 5 5 8 9 2.

        The three at 1 have one another (1 each), the two at 2 one of the other answer (0 each), A at 5 two of the other
        (0), each B at 5 one of two (1/2 each), 8 and 9 one another (1 each): 6 of 10. By chance 4 of the 9 others.
        """
        counts = {"A": [1, 1, 1, 2, 5], "B": [5, 5, 8, 9, 2]}
        made = [counted(f"{gold}{n}", gold, count) for gold, row in counts.items() for n, count in enumerate(row)]
        result = mask_count_probe(made)
        assert result.method == "nearest neighbour"
        assert result.score == pytest.approx(0.6)
        assert result.chance == pytest.approx(4 / 9, abs=0.02)
        assert result.low <= 0.6 <= result.high
        assert result.detail == (("answers that repeat", 2),)

    def test_two_neighbours_at_one_distance_count_half(self) -> None:
        # 4 lies between 3 (same answer) and 5 (another); 3 and 5 have their neighbours in threes and fours of their own.
        counts = [("A", 4), *[("A", 3)] * 5, *[("B", 5)] * 5]
        result = mask_count_probe([counted(n, gold, count) for n, (gold, count) in enumerate(counts)])
        assert result.score == pytest.approx((10 + 0.5) / 11)

    def test_neighbours_are_looked_for_within_the_language(self) -> None:
        # Within a language each answer stands at two counts side by side; in the other one stand equal counts.
        made = [
            counted(f"{language}{n}{step}", f"doença {n}", 10 * n + 2 * step + shift, language)
            for language, shift in (("pt", 0), ("en", 1))
            for n in range(6)
            for step in (0, 1)
        ]
        assert mask_count_probe(made).score == 1

    def test_chance_keeps_the_answers_that_stand_once(self) -> None:
        made = [counted(n, "comum" if n < 10 else f"só {n}", 2) for n in range(20)]
        result = mask_count_probe(made)
        assert (result.n_scored, result.score) == (10, pytest.approx(9 / 19))
        assert (result.chance, result.p_value) == (pytest.approx(9 / 19), 1)

    def test_interval_draws_whole_answers(self) -> None:
        """One answer always found, two never: all draws are the first in 1 of 27, none is in 8 of 27."""
        counts = {"A": [1] * 5, "B": [10, 20, 30, 40, 50], "C": [11, 21, 31, 41, 51]}
        made = [counted(f"{gold}{n}", gold, count) for gold, row in counts.items() for n, count in enumerate(row)]
        result = mask_count_probe(made)
        assert (result.score, result.low, result.high) == (pytest.approx(1 / 3), 0, 1)

    def test_answers_that_stand_once_are_asked_and_not_scored(self) -> None:
        made = [counted(n, gold, 1 + n % 10) for n, gold in enumerate([*REPEATED, "única", "só esta"])]
        result = mask_count_probe(made)
        assert (result.n_asked, result.n_scored) == (62, 60)
        assert result.unscored == (("60", "gold_seen_once"), ("61", "gold_seen_once"))

    def test_answers_are_told_apart_without_case_and_accents(self) -> None:
        made = [counted(n, ("Doença A", "doenca  a")[n % 2], 2) for n in range(10)]
        assert mask_count_probe(made).detail == (("answers that repeat", 1),)

    def test_p_value_is_never_zero_and_the_seed_decides(self) -> None:
        made = [barred(n, gold, len(gold)) for n, gold in enumerate(UNIQUE)]
        assert mask_length_probe(made, n_permutations=19).p_value == pytest.approx(1 / 20)
        drawn = noise(2, UNIQUE)
        assert mask_count_probe(drawn, seed=1) == mask_count_probe(drawn, seed=1)
        assert mask_count_probe(drawn, seed=1).chance != mask_count_probe(drawn, seed=2).chance

    def test_order_of_the_samples_does_not_change_the_score(self) -> None:
        made = noise(4, REPEATED)
        assert mask_place_probe(made).score == pytest.approx(mask_place_probe(made[::-1]).score)


class TestTooLittle:
    @pytest.mark.parametrize("probe", [mask_count_probe, mask_length_probe, mask_place_probe])
    def test_few_cases_have_no_score(self, probe: Callable[..., ProbeResult]) -> None:
        result = probe([counted(n, gold, 1) for n, gold in enumerate(UNIQUE[:4])])
        assert isinstance(result.score, Unscored)
        assert result.score.detail == "4 cases, 5 needed"
        assert result.p_value is result.chance is result.low is result.high is None
        assert (result.n_asked, result.n_scored) == (4, 0)

    def test_cause_names_the_reasons(self) -> None:
        result = mask_length_probe([sample(n, gold, "febre") for n, gold in enumerate(UNIQUE)])
        assert result.score.detail == "0 cases, 5 needed; the others: no_mask"
        assert len(result.unscored) == 40

    @pytest.mark.parametrize("probe", [mask_count_probe, lambda made: guess_probe(made, lambda _: [])])
    def test_case_that_stands_twice_is_refused(self, probe: Callable[..., ProbeResult]) -> None:
        with pytest.raises(InputError, match="'c1' stands 2 times"):
            probe([counted("c1", "a", 1), counted("c1", "b", 1)])

    def test_no_deals_are_refused(self) -> None:
        with pytest.raises(InputError, match="0 deals"):
            mask_count_probe([], n_permutations=0)


def named(count: int = 20) -> list[MaskSample]:
    """Cases in whose text the answer stands behind the word "nome"."""
    return [sample(n, f"doença {n}", f"febre {X} nome: doença {n}") for n in range(count)]


def reads(text: str) -> list[str]:
    return ["gripe", text.partition("nome: ")[2].upper()]


class TestGuess:
    def test_guesser_who_reads_the_answer_is_found(self) -> None:
        result = guess_probe(named(), reads)
        assert result.score == 1
        assert result.p_value < 0.01
        assert result.chance == pytest.approx(1 / 20, abs=0.01)
        assert dict(result.detail) == {"hits at 1": 0}
        exact = binomtest(20, 20).proportion_ci(0.95, method="exact")
        assert (result.low, result.high) == pytest.approx((exact.low, exact.high))

    def test_only_the_first_guesses_count(self) -> None:
        assert guess_probe(named(), reads, k=1).score == 0
        assert guess_probe(named(), reads, k=2).score == 1

    def test_guesser_who_always_says_the_same_is_no_better_than_chance(self) -> None:
        result = guess_probe(named(), lambda _: ["doença 3", "doença 4"], baseline=["doença 3", "doença 5"])
        assert result.score == pytest.approx(0.1)
        assert result.chance == pytest.approx(0.1)
        assert result.p_value == 1
        assert dict(result.detail)["hits of the baseline"] == pytest.approx(0.1)

    def test_chance_by_hand(self) -> None:
        """Two cases of A and one of B; the guesses are A, B, B. Over the six deals 4/3 hits fall on average."""
        made = [sample(n, gold, guess) for n, (gold, guess) in enumerate([("A", "A"), ("A", "B"), ("B", "B")])]
        result = guess_probe(made, lambda text: [text])
        assert result.score == pytest.approx(2 / 3)
        assert result.chance == pytest.approx(4 / 9, abs=0.02)
        assert result.p_value == pytest.approx(2 / 3, abs=0.05)

    def test_any_name_of_the_answer_is_a_hit(self) -> None:
        made = [MaskSample.of(X, [f"doença {n}", f"mal {n}"], case_id=str(n), placeholder=X) for n in range(3)]
        assert guess_probe(made, lambda _: ["MAL  1"]).score == pytest.approx(1 / 3)

    def test_comparison_of_ones_own_decides(self) -> None:
        asked: list[tuple[str, str]] = []

        def same(guess: str, gold: str) -> bool:
            asked.append((guess, gold))
            return guess.rpartition(" ")[2] == gold.rpartition(" ")[2]

        made = [sample(n, f"doença {n}", f"{X} {n}") for n in range(6)]
        assert guess_probe(made, lambda text: [f"mal {text.split()[-1]}"], same).score == 1
        assert asked[0][1] in {f"doença {n}" for n in range(6)}

    def test_failure_is_a_reason_and_not_a_miss(self) -> None:
        def fails(text: str) -> object:
            number = int(re.findall(r"\d+", text)[0])
            if number == 0:
                raise TimeoutError("no answer")
            return ["doença 1", 7] if number == 1 else text if number == 2 else None if number == 3 else reads(text)

        result = guess_probe([*named(10), MaskSample.of(X, [], case_id="none", placeholder=X)], fails)
        assert dict(result.unscored) == {
            "0": "guess_failed: TimeoutError: no answer",
            "1": "guess_is_no_list_of_names",
            "2": "guess_is_no_list_of_names",
            "3": "guess_failed: TypeError: 'NoneType' object is not iterable",
            "none": "no_gold",
        }
        assert (result.n_asked, result.n_scored, result.score) == (11, 6, 1)
        assert result.reasons == {"guess_failed": 2, "guess_is_no_list_of_names": 2, "no_gold": 1}

    def test_no_guess_is_a_miss(self) -> None:
        result = guess_probe(named(4), lambda _: [" "])
        assert (result.n_scored, result.score) == (4, 0)

    def test_run_goes_on_where_it_stopped(self) -> None:
        known: dict[str, Sequence[str]] = {}
        seen: list[str] = []

        def interrupted(text: str) -> list[str]:
            if len(seen) == 5:
                raise KeyboardInterrupt
            seen.append(text)
            return reads(text)

        with pytest.raises(KeyboardInterrupt):
            guess_probe(named(8), interrupted, known=known)
        assert list(known) == ["0", "1", "2", "3", "4"]
        later: list[str] = []
        result = guess_probe(named(8), lambda text: later.append(text) or reads(text), known=known)
        assert len(later) == 3
        assert result == guess_probe(named(8), reads)

    def test_failed_case_is_asked_again(self) -> None:
        known: dict[str, Sequence[str]] = {}

        def fails(text: str) -> list[str]:
            raise OSError

        missing = guess_probe(named(3), fails, known=known).score
        assert isinstance(missing, Unscored)
        assert missing.detail == "0 cases, 2 needed; the others: guess_failed"
        assert known == {}
        assert guess_probe(named(3), reads, known=known).score == 1

    def test_progress_is_told_after_each_case(self) -> None:
        told: list[tuple[int, int]] = []
        guess_probe(named(3), reads, progress=lambda done, total: told.append((done, total)))
        assert told == [(1, 3), (2, 3), (3, 3)]

    def test_deals_keep_to_the_language(self) -> None:
        made = [sample(f"{language}{n}", f"doença {language}", f"{language} {X}", language) for language in ("pt", "en") for n in range(10)]  # fmt: skip
        result = guess_probe(made, lambda text: [f"doença {text.split()[0]}"])
        assert (result.score, result.chance, result.p_value) == (1, 1, 1)

    def test_number_of_guesses_must_be_positive(self) -> None:
        with pytest.raises(InputError, match="positive k"):
            guess_probe(named(), reads, k=0)


class TestMasksOnly:
    def test_windows_that_touch_become_one(self) -> None:
        text = f"um dois {X} três quatro cinco {X} seis sete oito nove dez onze {X}"
        assert masks_only(text, X, 1) == f"… dois {X} três …\n… cinco {X} seis …\n… onze {X}"
        assert masks_only(text, X, 2) == f"um dois {X} três quatro cinco {X} seis sete …\n… dez onze {X}"

    def test_windows_side_by_side_become_one(self) -> None:
        assert masks_only(f"um {X} dois três {X} quatro", X, 1) == f"um {X} dois três {X} quatro"
        assert masks_only(f"um {X} dois mas três {X} quatro", X, 1) == f"um {X} dois …\n… três {X} quatro"

    def test_masks_without_a_letter_are_found_too(self) -> None:
        assert masks_only("um ■■ ■■ dois", "■■", 1) == "um ■■ ■■ dois"
        assert masks_only("zero um ■■ ■■ dois três", "■■", 1) == "… um ■■ ■■ dois …"
        assert masks_only("zero um ■■ ■■ ■■ dois três", "■■", 2) == "zero um ■■ ■■ ■■ dois três"

    def test_punctuation_goes_along_and_is_no_word(self) -> None:
        assert masks_only(f"um {X} dois , três", X, 1) == f"um {X} dois , …"
        assert masks_only(f"Portadora de ({X}), em uso de prednisona.", X, 1) == f"… de ({X}), em …"

    def test_mask_within_a_word_and_masks_side_by_side(self) -> None:
        assert masks_only(f"pré{X}{X}ose depois", X, 1) == f"pré{X}{X}ose …"

    def test_lines_of_the_text_do_not_break_a_window(self) -> None:
        assert masks_only(f"um\ndois {X}\n\ntrês", X, 1) == f"… dois {X} três"

    def test_no_words_leave_the_masks(self) -> None:
        assert masks_only(f"um {X} dois", X, 0) == f"… {X} …"

    def test_text_without_a_mask_leaves_nothing(self) -> None:
        assert masks_only("febre", X) == ""

    @pytest.mark.parametrize(("placeholder", "words"), [("", 5), (" ", 5), (X, -1)])
    def test_what_cannot_be_looked_for_is_refused(self, placeholder: str, words: int) -> None:
        with pytest.raises(InputError):
            masks_only("febre", placeholder, words)


class TestPrompt:
    @pytest.mark.parametrize("code", LanguagePack.included())
    def test_prompt_is_in_the_language_of_its_pack_and_ends_with_the_text(self, code: str) -> None:
        prompt = guess_prompt("{case} [1] {x}", code)
        assert prompt.endswith(":\n{case} [1] {x}")
        instructions = prompt.removesuffix("{case} [1] {x}")
        assert "{" not in instructions
        assert "[" not in instructions
        words = re.findall(r"[^\W\d_]+", fold_text(instructions))
        known = {
            other: sum(word in LanguagePack.load(other).function_words for word in words)
            for other in LanguagePack.included()
        }
        assert max(known, key=lambda other: known[other]) == code

    def test_pack_without_the_prompt_is_named(self) -> None:
        pack = LanguagePack.load("pt")
        own = {field: getattr(pack, field) for field in pack.__slots__}
        bare = LanguagePack(**{**own, "code": "xx", "prompts": {}})
        with pytest.raises(LanguageError, match=r"'xx' holds no prompt 'guess_masked\.v1'"):
            guess_prompt("febre", bare)
        assert (
            guess_prompt("febre", LanguagePack(**{**own, "prompts": {"guess_masked.v1": "Diga: {case}\n"}}))
            == "Diga: febre"
        )

    def test_reply_is_read_line_by_line(self) -> None:
        reply = "1. dengue\n\n 2) febre amarela\n- zika\n(4) 5q menos\n21 beta deficiente\nsíndrome 22q11\ndengue\n"
        names = ("dengue", "febre amarela", "zika", "5q menos", "21 beta deficiente", "síndrome 22q11")
        assert guesses_in(reply) == names
        assert guesses_in(" \n") == ()


class TestReport:
    def test_report_holds_the_three_probes_and_no_answer(self) -> None:
        report = probe_masks([*noise(0, REPEATED), sample("bare", "doença 1", "febre")], seed=3)
        assert [result.name for result in report.results] == ["mask count", "mask length", "mask place"]
        record = json.loads(report.to_json())
        assert record["signature"].startswith("probes:1|permutations:2000|seed:3|")
        assert "doença" not in report.to_json()
        assert "doença" not in report.table()
        length = record["results"][1]
        assert length["unscored"] == [{"case_id": "bare", "reason": "no_mask"}]
        assert length["p_value"] == 1
        assert length["n_asked"] == length["n_scored"] + 1 == 61
        assert length["no_score"] is None

    def test_missing_score_is_null_with_its_cause(self) -> None:
        record = json.loads(probe_masks([]).to_json())["results"][0]
        assert record["score"] is record["p_value"] is record["chance"] is None
        assert record["no_score"] == "0 cases, 5 needed"

    def test_table_has_one_line_a_probe_in_equal_columns(self) -> None:
        lines = probe_masks(noise(0, UNIQUE)).table().splitlines()
        assert len(lines) == 4
        assert {line.index("rank correlation") for line in lines[1:]} == {lines[0].index("method")}
        assert lines[2].endswith("1.0000")

    def test_results_are_values(self) -> None:
        report = probe_masks(noise(0, UNIQUE))
        assert pickle.loads(pickle.dumps(report)) == report
        assert hash(report) == hash(ProbeReport(report.results, report.signature))
