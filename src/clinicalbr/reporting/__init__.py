"""Tables, plots and sentences made from results."""

from clinicalbr.reporting.attrition import attrition_table
from clinicalbr.reporting.forest import forest_plot
from clinicalbr.reporting.labelled import LabelledDifference
from clinicalbr.reporting.results import results_table
from clinicalbr.reporting.sentence import sentence
from clinicalbr.reporting.table import Table

__all__ = ["LabelledDifference", "Table", "attrition_table", "forest_plot", "results_table", "sentence"]
