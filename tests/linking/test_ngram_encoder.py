"""Vectors of names: their length, what they ignore, and that every process makes the same ones."""

from __future__ import annotations

import hashlib
import math
import os
import subprocess
import sys
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinicalbr.errors import InputError
from clinicalbr.linking import CharNgramEncoder, Encoder

NAMES = ["doença de Chagas", "lepra", "ALS", "síndrome de Guillain-Barré", "DM2", ""]
PLAIN = CharNgramEncoder(64)
FITTED = PLAIN.fitted(NAMES)
PROGRAM = """
import hashlib, sys
from clinicalbr.linking import CharNgramEncoder
names = sys.argv[1].split("|")
encoder = CharNgramEncoder(64).fitted(names)
print(encoder.signature, hashlib.sha256(encoder.encode(names).tobytes()).hexdigest())
"""


def by_hand(word: str, dimensions: int, shortest: int, longest: int) -> np.ndarray:
    """The definition, written out for one word."""
    vector = np.zeros(dimensions)
    padded = f" {word} "
    for start in range(len(padded)):
        for end in range(start + shortest, min(start + longest, len(padded)) + 1):
            code = zlib.crc32(padded[start:end].encode())
            vector[(code % 2**31) % dimensions] += 1 if code >= 2**31 else -1
    return vector / np.linalg.norm(vector)


@pytest.mark.parametrize("word", ["lepra", "a", "esquistossomose", "dm2"])
@pytest.mark.parametrize(("shortest", "longest"), [(2, 4), (1, 1), (3, 9)])
def test_vectors_follow_the_definition(word: str, shortest: int, longest: int) -> None:
    encoder = CharNgramEncoder(32, shortest=shortest, longest=longest)
    np.testing.assert_allclose(encoder.encode([word])[0], by_hand(word, 32, shortest, longest), atol=1e-7)


def test_weights_follow_the_definition() -> None:
    names = ["aa", "aa ab", "ab"]
    encoder = CharNgramEncoder(4096, shortest=2, longest=2).fitted(names)
    vector = encoder.encode(["aa zz"])[0]
    shared, unknown = 1 + math.log(4 / 3), 1 + math.log(4)
    values = np.sort(np.abs(vector[vector != 0]))
    # " a" is in all three names, "aa" and "a " in two each, " z", "zz" and "z " in none.
    expected = np.sort([1.0, shared, shared, unknown, unknown, unknown])
    np.testing.assert_allclose(values, expected / np.linalg.norm(expected), rtol=1e-6)


@given(st.lists(st.text(), max_size=5))
def test_any_text_gives_a_row_of_length_one_or_zero(names: list[str]) -> None:
    for encoder in (PLAIN, FITTED):
        vectors = encoder.encode(names)
        assert vectors.shape == (len(names), 64)
        assert vectors.dtype == np.float32
        lengths = np.linalg.norm(vectors, axis=1)
        assert np.all((np.abs(lengths - 1) < 1e-5) | (lengths == 0))


@given(st.lists(st.text(max_size=12), max_size=6), st.randoms())
def test_a_row_depends_on_its_own_name_only(names: list[str], random: object) -> None:
    together = FITTED.encode(names)
    for name, row in zip(names, together, strict=True):
        assert np.array_equal(FITTED.encode([name])[0], row)


def test_case_accents_punctuation_and_unicode_form_make_no_difference() -> None:
    spellings = ["Doença de Chagas", "DOENCA DE CHAGAS", "doenc\u0327a  de-Chagas.", "doen\u00adça de \u200bChagas"]
    first, *others = PLAIN.encode(spellings)
    assert all(np.array_equal(first, other) for other in others)


def test_more_names_than_one_chunk() -> None:
    names = [f"síndrome {number}" for number in range(5000)]
    vectors = PLAIN.encode(names)
    assert np.array_equal(vectors[4321], PLAIN.encode([names[4321]])[0])


def test_fitting_leaves_the_encoder_alone_and_does_not_depend_on_order() -> None:
    before = PLAIN.encode(NAMES)
    shuffled = PLAIN.fitted(NAMES[::-1])
    assert np.array_equal(PLAIN.encode(NAMES), before)
    assert shuffled.signature == FITTED.signature
    assert np.array_equal(shuffled.encode(NAMES), FITTED.encode(NAMES))


def test_signatures_tell_encoders_apart() -> None:
    encoders = [PLAIN, FITTED, PLAIN.fitted(["other"]), CharNgramEncoder(), CharNgramEncoder(64, shortest=3)]
    assert len({encoder.signature for encoder in encoders}) == len(encoders)
    assert all(isinstance(encoder, Encoder) for encoder in encoders)


@pytest.mark.parametrize("seed", ["0", "1", "random"])
def test_a_fresh_process_makes_the_same_vectors(seed: str) -> None:
    environment = os.environ | {"PYTHONHASHSEED": seed}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "|".join(NAMES)], capture_output=True, text=True, check=True, env=environment
    )
    expected = hashlib.sha256(FITTED.encode(NAMES).tobytes()).hexdigest()
    assert done.stdout.split() == [FITTED.signature, expected]


def test_vectors_are_those_of_every_machine() -> None:
    """Signs and places of an integer-valued encoding, pinned."""
    row = CharNgramEncoder(16).encode(["dengue"])[0]
    whole = np.round(row / np.min(np.abs(row[row != 0]))).astype(int)
    assert whole.tolist() == [0, 1, 1, 0, -1, -1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("settings", [{"dimensions": 0}, {"shortest": 0}, {"shortest": 3, "longest": 2}])
def test_impossible_settings_are_refused(settings: dict[str, int]) -> None:
    with pytest.raises(InputError, match="no encoder has"):
        CharNgramEncoder(**settings)
