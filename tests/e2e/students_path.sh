#!/bin/bash
# A new user's path: a course makes a handout of its first two labs, a student clones it. In each lab the student goes
# from nothing to full points, with two wrong attempts.
#
# The clone's ./gridmark, which builds from source, does everything except making the handout.
# Usage: students_path.sh GRIDMARK      (the program of this build)
set -euo pipefail

gridmark=$1
source_root=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../..")
labs=(lab0-warm-up lab1-gpu-basics)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export CCACHE_BASEDIR=$scratch CCACHE_NOHASHDIR=1
failures=0

fail() {
  printf 'FAIL: %s\n' "$*"
  failures=$((failures + 1))
}

# Grades LAB in the clone. Sets `code`, `points`, and writes the report to $scratch/report.
grade() { # LAB
  code=0
  (cd "$scratch/clone" && ./gridmark --yes grade "$1") >"$scratch/report" 2>&1 || code=$?
  points=$(sed -n 's/^ \{1,2\}"points": \([0-9.]*\),$/\1/p' "$scratch/clone/results/$1/record.json" 2>/dev/null |
    sed 's/\.0$//' |
    head -n 1)
}

says() { # PATTERN TRY
  tr -s ' \n' ' ' <"$scratch/report" | grep -qE "$1" || {
    fail "$2: does not say \"$1\""
    cat "$scratch/report"
  }
}

# --- the course ---------------------------------------------------------------------------------------

# The lines of more than 24 characters inside the marks of LAB's solution, except those that students also receive in
# the starter's TODO texts or in the lab's interface. Compared without their first and last characters, because a header
# declares names that a solution defines.
bare() { sed 's/^ *//; s/[ ;{]*$//'; }

secret_lines() { # LAB
  awk '/BEGIN SOLUTION/ { inside = 1; next } /END SOLUTION/ { inside = 0; next } inside && !/^ *\/\/:/' \
    "$source_root/solutions/$1"/*.cu | bare | awk 'length > 24' |
    grep -vE '^[A-Za-z_:<>]+ [a-z_]+$' | sort -u >"$scratch/secret"  # a variable's declaration alone is not a secret
  cat "$source_root/labs/$1/include"/* | bare | sort -u >"$scratch/given"
  sed -n 's|^ *//: *||p' "$source_root/solutions/$1"/*.cu | bare >>"$scratch/given"
  grep -vxFf "$scratch/given" "$scratch/secret"
}

"$gridmark" handout --to "$scratch/students" --lab "${labs[0]}" --lab "${labs[1]}"
[[ ! -e $scratch/students/solutions && ! -e $scratch/students/tests ]] || fail 'the handout has solutions or tests'

# Does not depend on the program's own check.
for lab in "${labs[@]}"; do
  [[ ! -e $scratch/students/labs/$lab/hidden ]] || fail "the handout has hidden tests of $lab"
  secret_lines "$lab" >"$scratch/lines" || fail "the solution of $lab has no lines to look for"
  for folder in "labs/$lab" "starter/$lab"; do
    find "$scratch/students/$folder" -type f -exec cat {} + | bare | { grep -xFf "$scratch/lines" || true; } | head -n 3 |
      while read -r line; do printf 'in %s: %s\n' "$folder" "$line"; done >>"$scratch/leaked"
  done
done
[[ ! -s $scratch/leaked ]] || fail "lines of the solution leak: $(cat "$scratch/leaked")"

(cd "$scratch/students" && git init --quiet && git add --all &&
  git -c user.name=course -c user.email=course@example.org commit --quiet --message 'The labs')
git clone --quiet "$scratch/students" "$scratch/clone"

# The clone is a copy for students, so the help lists their commands first.
GRIDMARK_HOME=$scratch/clone "$gridmark" --help >"$scratch/help"
grep -q 'Commands for students' "$scratch/help" || fail 'the help of the clone has no commands for students'
! grep -q 'Commands for course staff' "$scratch/help" || fail 'the help of the clone lists the commands for staff'
GRIDMARK_HOME=$scratch/clone "$gridmark" --help-all | grep -q 'Commands for course staff' || fail '--help-all lists not all'

# --- the student --------------------------------------------------------------------------------------

untouched() { # LAB
  grade "$1"
  [[ $code == 1 ]] || fail "the untouched starter of $1: exit code $code, expected 1"
  [[ $points == 0 ]] || {
    fail "the untouched starter of $1: earned ${points:-nothing readable}, expected 0"
    tail -n 30 "$scratch/report"
  }
}

# The solution with the mistakes of PATCH, as a student's next attempt.
hand_in() { # LAB [PATCH]
  rm -rf "$scratch/try" "$scratch/patched"
  cp -r "$source_root/solutions/$1" "$scratch/patched"
  [[ $# == 1 ]] || (cd "$scratch/patched" && GIT_CEILING_DIRECTORIES=$scratch git apply "$2")
  "$(dirname "$gridmark")/gridmark-make-starter" --solved --from "$scratch/patched" --to "$scratch/try" >/dev/null
  cp -r "$scratch/try"/. "$scratch/clone/starter/$1/"
}

wrong_try() { # LAB MUTANT PATTERN...
  local lab=$1 mutant=$2 pattern
  hand_in "$lab" "$source_root/labs/$lab/mutants/$mutant.patch"
  grade "$lab"
  for pattern in "${@:3}"; do says "$pattern" "$lab, $mutant"; done
}

solved() { # LAB PATTERN
  hand_in "$1"
  grade "$1"
  [[ $code == 0 ]] || fail "the solution of $1: exit code $code, expected 0"
  says "$2" "the solution of $1"
}

untouched lab0-warm-up
says '0 of 21 done' 'the untouched starter of lab0-warm-up'
wrong_try lab0-warm-up grid-rounds-down 'was never written' 'transfers.cu:[0-9]+'
[[ $code == 1 ]] || fail "a try that lacks two lines: exit code $code, expected 1"
wrong_try lab0-warm-up never-freed 'allocates 8100 bytes on the device and never frees them' '20 of 21 done'
solved lab0-warm-up '21 of 21 done finished. This lab counts no points'

untouched lab1-gpu-basics
wrong_try lab1-gpu-basics no-bounds-check 'past the end of the .*check the index against the size' 'benchmark.cu:[0-9]+'
wrong_try lab1-gpu-basics missing-sync 'race in shared memory.*__syncthreads'
solved lab1-gpu-basics '18-20 of 20 points'  # two are for a person

((failures == 0)) || exit 1
echo 'from a clone to full points'
