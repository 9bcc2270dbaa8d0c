"""From catalogue records to the case reports of a corpus, with the stage table that goes into the paper.

    python examples/select_corpus.py

The records below are invented and have the form in which SciELO's catalogue serves them. Nothing is asked of a model.
"""

from clinicalbr.corpus import by_licence, by_type, by_year, drop_duplicates, drop_flagged, report_kind
from clinicalbr.reporting import attrition_table
from clinicalbr.sources import parse_articlemeta


def served(pid, title, *, code="", date="20190500", licence="by/4.0", previous=None, doi=None, collection="scl"):
    """A record as the service gives it: every field is a list of occurrences."""
    fields = {"v880": pid, "v71": code, "v40": "pt", "v65": date, "v881": previous, "v237": doi}
    article = {name: [{"_": value}] for name, value in fields.items() if value}
    article["v12"] = [{"_": title, "l": "pt"}]
    return {"article": article, "license": licence, "collection": collection}


records = map(
    parse_articlemeta,
    [
        served("S0000-00002019000200001", "Mixoma atrial: relato de caso", code="cr", doi="10.0000/a"),
        served(
            "S0000-00002019000200001", "Mixoma atrial: relato de caso", code="cr", doi="10.0000/a", collection="spa"
        ),
        served("S0000-00002018005000002", "Febre maculosa em gestante: relato de caso"),
        served(
            "S0000-00002019000200002", "Febre maculosa em gestante: relato de caso", previous="S0000-00002018005000002"
        ),
        served("S0000-00002019000200003", "Fístula coronariana: a propósito de um caso", code="oa"),
        served("S0000-00002019000200004", "Ensino de anatomia: relato de experiência", code="cr"),
        served("S0000-00002019000200005", "Torção gástrica em cão: relato de caso", code="cr"),
        served("S0000-00002019000200006", "Artrodese lombar em 132 pacientes", code="cr"),
        served("S0000-00002011000200007", "Hanseníase na infância: relato de caso", code="cr", date="20110500"),
        served("S0000-00002019000200008", "Doença de Addison: relato de caso", code="cr", licence="by-nc-nd/4.0"),
        served("S0000-00002019000200009", "Prevalência de anemia em escolares", code="oa"),
    ],
)

# Each stage is a pipe over the one before; nothing is read until the last line asks for it.
in_years = by_year(records, first=2015, last=2026)
reports = by_type(in_years)
on_people = drop_flagged(reports)
once = drop_duplicates(on_people, collections=("scl", "spa"))
corpus = by_licence(once)

for record in corpus:
    print(record.pid, record.titles["pt"], "|", report_kind(record).reason)

print()
for stage in (in_years, reports, on_people, once, corpus):
    for drop in stage.drops:
        print(f"{drop.item} | {drop.stage}: {drop.reason} | {drop.detail}")

# The paper tells year, type and duplicates in one row; the numbers are added up, not typed in.
told = corpus.attrition.merge("year, publication type and duplicates", "year", "type", "subject", "duplicates")
print()
print(attrition_table(told, caption="Stages of the corpus").to_markdown())
