"""``python -m clinicalbr``."""

from clinicalbr.cli import main

if __name__ == "__main__":
    main()
