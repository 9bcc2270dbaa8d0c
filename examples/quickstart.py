"""From written cases to a paired comparison, in plain steps.

    python examples/quickstart.py

The same chain as `clinicalbr demo`: mask each case, check that the answer is gone, let a baseline predict, link the
names to concepts, score with hierarchy credit, compare English with Portuguese.
"""

from clinicalbr.linking import DISEASES, EntityLinker, KnowledgeBase
from clinicalbr.masking import GoldTarget, audit_case, mask_pair
from clinicalbr.metrics import F1
from clinicalbr.reporting import LabelledDifference, results_table, sentence
from clinicalbr.schema import Task, eligible
from clinicalbr.scores import Score, ScoreTable
from clinicalbr.stats import paired_bootstrap
from clinicalbr.tasks import LexicalBaseline
from clinicalbr.testing import sample_corpus

kb = KnowledgeBase.default()
linker = EntityLinker(kb, types=DISEASES)
baseline = LexicalBaseline(kb.restrict(DISEASES))
measure = F1(depth=2) @ 5

scores = ScoreTable()
for pair in sample_corpus():
    if not eligible(pair.source, Task.DIFFERENTIAL):
        continue
    # Gold concepts are linked once, from the language that the case was written in.
    gold = linker.link([item.diagnosis for item in pair.source.gold_differential])
    target = GoldTarget.from_case(pair.source, pair.target)
    for masked in mask_pair(pair, Task.DIFFERENTIAL):
        report = audit_case(masked, target)
        if not report.clean:
            raise SystemExit(f"{pair.case_id} leaks: {report.leaks}")
        prediction = baseline.predict(masked)
        value = measure.score(linker.link(prediction.ranked), gold, kb.graph)
        scores = scores.add(
            Score(pair.case_id, prediction.system, masked.language, Task.DIFFERENTIAL, str(measure), 0, value)
        )

paired = scores.paired(str(measure), "pt", "en", "lexical-baseline", Task.DIFFERENTIAL)
difference = paired_bootstrap(paired.a, paired.b, seed=0)
print(results_table([LabelledDifference("Differential", "lexical baseline", difference)]).to_markdown())
print(sentence(difference, task="Differential", system="lexical baseline"))
print(difference.signature)
