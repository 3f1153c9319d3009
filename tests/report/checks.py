"""Helpers that the readers of exports share: counted checks, and their end."""
import sys

problems = []
made = 0


def check(true, what):
    global made
    made += 1
    if not true:
        problems.append(what)


def end(least, golden):
    """Prints the findings. Exit codes: 0 all held, 1 one did not, or fewer than `least` were made."""
    if made < least:
        problems.append(f"only {made} checks were made; are there golden files in {golden}?")
    print("\n".join(problems) or f"{made} checks held")
    sys.exit(1 if problems else 0)
