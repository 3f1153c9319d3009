#!/bin/bash
# Bundles as Gradescope and PrairieLearn run them: their folders below a scratch folder, this build in place of the one that
# they would make of the bundled sources (which are configured, not compiled).
# Usage: bundles.sh GRIDMARK SOURCE_ROOT
# Exit codes: 0 as expected, 1 not.
set -euo pipefail

gridmark=$1
source_root=$2
lab=lab0-warm-up
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
failures=0
fail() { printf 'FAIL: %s\n' "$*"; failures=$((failures + 1)); }

# value FILE EXPRESSION: of the JSON document `it`
value() { /usr/bin/python3 -c 'import json, sys; it = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$@"; }

says_nothing_hidden() { # FILE
  local name
  while read -r name; do
    ! grep -qF "$name" "$1" || fail "$1 names the hidden test $name"
  done < <(sed -n 's/^TEST\(_F\)\?(\([A-Za-z0-9]*\), *\([A-Za-z0-9]*\)).*/\2.\3/p' "$source_root/labs/$lab/hidden"/*.cpp)
}

hand_in() { # FOLDER FROM
  rm -rf "$1"
  mkdir -p "$(dirname "$1")"
  cp -r "$source_root/$2/$lab" "$1"
}

# --- Gradescope -----------------------------------------------------------------------------------------

"$gridmark" bundle "$lab" --for gradescope --zip autograder.zip
export AUTOGRADER_ROOT=$scratch/autograder
mkdir -p autograder/source
# As an unpacker with permissions has it; Gradescope copies run_autograder out of it.
/usr/bin/python3 - autograder.zip autograder/source <<'PYTHON'
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    for entry in archive.infolist():
        path = archive.extract(entry, sys.argv[2])
        if not entry.is_dir():
            os.chmod(path, entry.external_attr >> 16 & 0o777)
PYTHON
cp autograder/source/run_autograder autograder/run_autograder
for file in setup.sh run_autograder gridmark/gridmark; do
  [[ -x autograder/source/$file ]] || fail "gradescope: $file is not there, or no program"
done
[[ -d autograder/source/gridmark/labs/$lab/hidden ]] || fail 'gradescope: the hidden tests are missing'
[[ ! -e autograder/source/gridmark/solutions && ! -e autograder/source/gridmark/labs/$lab/mutants ]] ||
  fail 'gradescope: a solution lies in the bundle'
! grep -rl '{{' autograder/source/{setup.sh,run_autograder,README.md} || fail 'gradescope: a mark is not filled in'

autograde() { (cd autograder && GRIDMARK=${1:-$gridmark} ./run_autograder) >said 2>&1; }
results=autograder/results/results.json

hand_in autograder/submission solutions  # uploaded files: at the top
autograde || fail "gradescope: the solution was not graded: $(tail -n 3 said)"
[[ $(value $results 'it["score"] == sum(t["max_score"] for t in it["tests"]) > 0') == True ]] || fail 'gradescope: the solution has no full score'
says_nothing_hidden $results
rm -rf autograder/submission
hand_in "autograder/submission/starter/$lab" starter  # a repository
autograde || fail "gradescope: the starter was not graded: $(tail -n 3 said)"
[[ $(value $results 'it["score"]') == 0* ]] || fail 'gradescope: the starter has points'
says_nothing_hidden $results
if autograde /bin/false-grader; then fail 'gradescope: a grader that does not start passes'; fi
[[ ! -e $results ]] || fail 'gradescope: an earlier result stands for a grade that was not made'

# --- PrairieLearn ---------------------------------------------------------------------------------------

"$gridmark" bundle "$lab" --for prairielearn --to question --image registry.example/grader
[[ $(value question/info.json 'it["gradingMethod"], it["externalGradingOptions"]["image"], it["externalGradingOptions"]["timeout"] <= 600') == "('External', 'registry.example/grader', True)" ]] ||
  fail 'prairielearn: info.json has not what the question needs'
[[ $(value question/info.json 'it["uuid"]') =~ ^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$ ]] ||
  fail 'prairielearn: the question has no UUID'
! grep -rl '{{' question/{info.json,question.html,README.md} question/image/{Dockerfile,grade.sh} || fail 'prairielearn: a mark is not filled in'
[[ -z $(find question -maxdepth 1 -name gridmark) && -d question/image/gridmark/labs/$lab/hidden ]] ||
  fail 'prairielearn: the hidden tests belong into image/ alone'

export GRADE_ROOT=$scratch/grade
grade() { GRIDMARK=${1:-$gridmark} question/image/grade.sh >said 2>&1; }
results=grade/results/results.json
hand_in grade/student solutions
grade || fail "prairielearn: the solution was not graded: $(tail -n 3 said)"
[[ $(value $results 'it["score"], it["gradable"]') == '(1.0, True)' ]] || fail 'prairielearn: the solution has no full score'
says_nothing_hidden $results
hand_in grade/student starter
grade || fail "prairielearn: the starter was not graded: $(tail -n 3 said)"
[[ $(value $results 'it["score"]') == 0* ]] || fail 'prairielearn: the starter has points'
grade /bin/false-grader || fail 'prairielearn: a failed grade is to be told, not to fail'
[[ $(value $results 'it["gradable"], "score" in it') == '(False, False)' ]] || fail 'prairielearn: a failed grade costs points'

# --- the sources in it ----------------------------------------------------------------------------------

cmake -S question/image/gridmark --preset release -B configured >said 2>&1 || { tail -n 20 said; fail 'the bundled sources are no build'; }

wrong() { # WORDS... : wrong usage
  local status=0
  "$gridmark" bundle "$@" >said 2>&1 || status=$?
  ((status == 64)) || fail "gridmark bundle $*: exit code $status, expected 64"
}
wrong "$lab" --for gradescope
wrong "$lab" --for moodle --to x
wrong "$lab" --for prairielearn --zip x.zip
wrong "$lab" --for gradescope --to question
((failures == 0))
