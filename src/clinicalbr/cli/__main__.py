"""``python -m clinicalbr.cli``."""

from clinicalbr.cli.app import main

main()
