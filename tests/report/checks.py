"""What the programs here that read exports have in common: checks that are counted, and their end."""
import sys

problems = []
made = 0


def check(true, what):
    global made
    made += 1
    if not true:
        problems.append(what)


def end(least, golden):
    """Prints what was found. Exit codes: 0 all held, 1 one did not, or fewer than `least` were made."""
    if made < least:
        problems.append(f"only {made} checks were made; are there golden files in {golden}?")
    print("\n".join(problems) or f"{made} checks held")
    sys.exit(1 if problems else 0)
