"""``python -m clinicalbr.cli``."""

from clinicalbr.cli.app import main

if __name__ == "__main__":
    main()
