"""Time of `import clinicalbr` in a fresh process, beside a bare interpreter.

python benchmarks/import_time.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

import record

ROUNDS = 15
CODES = {
    "bare interpreter": "pass",
    "import clinicalbr": "import clinicalbr",
    "clinicalbr.masking": "import clinicalbr.masking",
    "KnowledgeBase.default()": "from clinicalbr import KnowledgeBase; KnowledgeBase.default()",
}


def main() -> None:
    times: dict[str, list[float]] = {name: [] for name in CODES}
    for _ in range(ROUNDS):
        for name, code in CODES.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            times[name].append(time.perf_counter() - start)
    medians = {name: statistics.median(values) for name, values in times.items()}
    bare = medians["bare interpreter"]
    record.write(
        "import_time",
        {
            "rounds": ROUNDS,
            "median_seconds": {name: round(value, 4) for name, value in medians.items()},
            "seconds_above_bare": {name: round(value - bare, 4) for name, value in medians.items()},
        },
        packages=("pydantic", "numpy"),
    )


if __name__ == "__main__":
    main()
