"""Statistics of paired scores: bootstrap intervals of a mean and of a difference of means."""

from clinicalbr.stats.mean import MeanEstimate, bootstrap_mean
from clinicalbr.stats.paired import PairedDifference, paired_bootstrap

__all__ = ["MeanEstimate", "PairedDifference", "bootstrap_mean", "paired_bootstrap"]
