#!/bin/bash
# A new user's path: a course makes a handout, a student clones it, and goes from nothing to full points.
#
# Everything but the handout's own making happens with the clone's ./gridmark, which builds from source.
# Usage: students_path.sh GRIDMARK      (the program of this build)
set -euo pipefail

gridmark=$1
source_root=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../..")
lab=lab1-gpu-basics
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
  printf 'FAIL: %s\n' "$*"
  failures=$((failures + 1))
}

# Grades the clone; sets `code`, `points` and leaves the report's words in $scratch/report.
grade() {
  code=0
  (cd "$scratch/clone" && ./gridmark --yes grade "$lab") >"$scratch/report" 2>&1 || code=$?
  points=$(sed -n 's/^ "points": \([0-9.]*\),$/\1/p;s/^  "points": \([0-9.]*\),$/\1/p' \
    "$scratch/clone/results/$lab/record.json" 2>/dev/null | head -n 1)
}

earns() {
  [[ $points == "$1" ]] || { fail "$2: earned ${points:-nothing readable}, expected $1"; tail -n 30 "$scratch/report"; }
}

says() { tr -s ' \n' ' ' <"$scratch/report" | grep -qE "$1" || { fail "$2: does not say \"$1\""; cat "$scratch/report"; }; }

# --- the course ---------------------------------------------------------------------------------------

"$gridmark" handout --to "$scratch/students" --lab "$lab"
[[ ! -e $scratch/students/solutions && ! -e $scratch/students/labs/$lab/hidden && ! -e $scratch/students/tests ]] ||
  fail 'the handout has solutions, hidden tests or tests'

# Independently of the program's own look: no line of more than 24 characters from inside the marks. Lines that the
# starter or the lab's interface has as well are given.
awk '/BEGIN SOLUTION/ { inside = 1; next } /END SOLUTION/ { inside = 0; next } inside && !/^ *\/\/:/' \
  "$source_root/solutions/$lab"/*.cu | sed 's/^ *//' | awk 'length > 24' | sort -u >"$scratch/secret"
cat "$source_root/labs/$lab/include"/* | sed 's/^ *//' | sort -u >"$scratch/given"
grep -h '^ *//:' "$source_root/solutions/$lab"/*.cu | sed 's|^ *//: *||' >>"$scratch/given"
grep -vxFf "$scratch/given" "$scratch/secret" >"$scratch/lines" || fail 'the solution has no lines to look for'
for folder in labs starter rubrics; do
  find "$scratch/students/$folder" -type f -exec sed 's/^ *//' {} + | grep -xFf "$scratch/lines" | head -n 3 |
    while read -r line; do printf 'in %s: %s\n' "$folder" "$line"; done >>"$scratch/leaked"
done
[[ ! -s $scratch/leaked ]] || fail "lines of the solution leak: $(cat "$scratch/leaked")"

(cd "$scratch/students" && git init --quiet && git add --all &&
  git -c user.name=course -c user.email=course@example.org commit --quiet --message 'The labs')
git clone --quiet "$scratch/students" "$scratch/clone"

# --- the student --------------------------------------------------------------------------------------

grade
[[ $code == 1 ]] || { fail "the untouched starter: exit code $code, expected 1"; cat "$scratch/report"; }
earns 0 'the untouched starter'

part() { # CASE: the solution with one mistake, as a student's next try
  rm -rf "$scratch/try"
  "$(dirname "$gridmark")/gridmark-make-starter" --from "$source_root/solutions/$lab" --assemble "$1/parts" \
    --to "$scratch/try" >/dev/null
  cp "$scratch/try"/* "$scratch/clone/starter/$lab/"
}

part "$source_root/labs/$lab/mutants/no-bounds-check"
grade
says 'past the end of the .*check the index against the size' 'no bounds check'
says 'benchmark.cu:[0-9]+' 'no bounds check'

part "$source_root/labs/$lab/mutants/missing-sync"
grade
says 'race in shared memory.*__syncthreads' 'missing barrier'

mkdir -p "$scratch/none/parts"
part "$scratch/none"
grade
[[ $code == 0 ]] || fail "the solution: exit code $code, expected 0"
says '([0-9.]+) of \1 points' 'the solution'

((failures == 0)) || exit 1
echo 'from a clone to full points'
