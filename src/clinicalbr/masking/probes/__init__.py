"""Probes: what the masks alone give away of the answer that they hide.

A mask says how often the answer was named, how long its name is (where the operator lets length show) and where it
stood. Each probe asks whether that tells the answers of a corpus apart, and holds what it finds against chance.

*Chance* is what the same measure gives when the answers are dealt out anew over the cases of the same language, many
times, from a fixed seed. The p-value is ``(1 + r) / (1 + m)`` for ``r`` of ``m`` deals that reach the score or pass it,
so that it is never zero (Phipson and Smyth 2010, "Permutation P-values should never be zero"). Each p-value stands for
its probe alone; none is corrected for the number of probes.

The measure depends on the corpus:

- *nearest neighbour*, where at least ten cases share their answer with another one: how often the case whose masks are
  most alike has the same answer; ties count as a draw among them (Schilling 1986, "Multivariate two-sample tests based
  on nearest neighbors"). The interval is a percentile bootstrap over the answers.
- *rank correlation*, where answers do not repeat: the largest Spearman correlation, in absolute value, between a
  feature of the masks and a feature of the answer. Each deal takes its own largest one, so that looking at many pairs
  is paid for (Westfall and Young 1993, *Resampling-Based Multiple Testing*). The interval is that of the chosen pair,
  ``tanh(atanh(r) +- z * sqrt((1 + r**2 / 2) / (n - 3)))`` (Bonett and Wright 2000); it does not know of the choice.

Texts of several languages are compared within each language only, for its placeholder and its names have lengths of
their own.
"""

from clinicalbr.masking.probes.guesses import guess_probe, guess_prompt, guesses_in, masks_only
from clinicalbr.masking.probes.mask_probes import mask_count_probe, mask_length_probe, mask_place_probe, probe_masks
from clinicalbr.masking.probes.report import ProbeReport, ProbeResult
from clinicalbr.masking.probes.samples import MaskedField, MaskSample

__all__ = [
    "MaskSample",
    "MaskedField",
    "ProbeReport",
    "ProbeResult",
    "guess_probe",
    "guess_prompt",
    "guesses_in",
    "mask_count_probe",
    "mask_length_probe",
    "mask_place_probe",
    "masks_only",
    "probe_masks",
]
