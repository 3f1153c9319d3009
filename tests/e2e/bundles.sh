#!/bin/bash
# Bundles as Gradescope and PrairieLearn run them: their folders below a scratch folder, with this build instead of the
# one that they would make of the bundled sources (which are configured, but not compiled).
# Usage: bundles.sh GRIDMARK SOURCE_ROOT
# Exit codes: 0 as expected, 1 not.
set -euo pipefail

gridmark=$1
source_root=$2
. "$(dirname "$0")/bundle_checks.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
# --- Gradescope -----------------------------------------------------------------------------------------

"$gridmark" bundle "$lab" --for gradescope --zip autograder.zip
export AUTOGRADER_ROOT=$scratch/autograder
mkdir -p autograder/source
unpack autograder.zip autograder/source # Gradescope copies run_autograder out of it
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
expect $results 'it["score"] == sum(t["max_score"] for t in it["tests"]) > 0' True 'gradescope, solution'
says_nothing_hidden $results
rm -rf autograder/submission
hand_in "autograder/submission/starter/$lab" starter  # a repository
autograde || fail "gradescope: the starter was not graded: $(tail -n 3 said)"
expect $results 'it["score"] == 0' True 'gradescope, starter'
says_nothing_hidden $results
for linked in "starter/$lab" "$lab" starter; do
  rm -rf autograder/submission
  mkdir -p "$(dirname "autograder/submission/$linked")"
  solutions=$source_root/solutions
  [[ $linked == starter ]] || solutions+=/$lab
  ln -s "$solutions" "autograder/submission/$linked"
  if autograde; then fail "gradescope: $linked is a link to the solution and was graded"; fi
  grep -q 'found a symbolic link' said || fail "gradescope: nothing is said of the link $linked"
done
hand_in autograder/submission starter
if autograde /bin/false-grader; then fail 'gradescope: a grader that does not start passes'; fi
[[ ! -e $results ]] || fail 'gradescope: an earlier result stands for a grade that was not made'

# --- PrairieLearn ---------------------------------------------------------------------------------------

"$gridmark" bundle "$lab" --for prairielearn --to question --image registry.example/grader
expect question/info.json 'it["gradingMethod"], it["externalGradingOptions"]["image"], it["externalGradingOptions"]["timeout"] <= 600' \
  "('External', 'registry.example/grader', True)" 'prairielearn: info.json has not what the question needs'
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
expect $results 'it["score"], it["gradable"]' '(1.0, True)' 'prairielearn, solution'
says_nothing_hidden $results
hand_in grade/student starter
grade || fail "prairielearn: the starter was not graded: $(tail -n 3 said)"
expect $results 'it["score"] == 0' True 'prairielearn, starter'
grade /bin/false-grader || fail 'prairielearn: a failed grade is to be told, not to fail'
expect $results 'it["gradable"], "score" in it' '(False, False)' 'prairielearn: a failed grade costs points'

# --- a lab with a report --------------------------------------------------------------------------------
# Its solution has all points in both, except those that a person gives there.

lab=lab1-gpu-basics
"$gridmark" bundle "$lab" --for prairielearn --to reported
upload grade/student solutions reported
[[ ! -e grade/student/results ]] || fail 'prairielearn: an upload has no folders'
GRIDMARK=$gridmark reported/image/grade.sh >said 2>&1 || fail "prairielearn: the report was not graded: $(tail -n 3 said)"
expect $results 'it["score"], it["gradable"]' '(1.0, True)' 'prairielearn, solution with a report'
grep -q '"autoPoints": 18, "manualPoints": 2 ' reported/README.md || fail 'prairielearn: the README has not the points to set'

"$gridmark" bundle "$lab" --for gradescope --to scripts
results=autograder/results/results.json
upload autograder/submission solutions reported # one by one
GRIDMARK=$gridmark scripts/run_autograder >said 2>&1 || fail "gradescope: the report was not graded: $(tail -n 3 said)"
expect $results 'it["score"], sum(t.get("max_score", 0) for t in it["tests"])' '(18.0, 18.0)' 'gradescope, solution with a report'
rm -rf autograder/submission
hand_in autograder/submission solutions
rm -rf autograder/submission/results elsewhere
mkdir elsewhere
ln -s "$scratch/elsewhere" autograder/submission/results
cp "$source_root/solutions/$lab/results/sweep.csv" autograder/submission
GRIDMARK=$gridmark scripts/run_autograder >said 2>&1 || true
[[ -z $(ls elsewhere) ]] || fail 'gradescope: a file was written through a link of the submission'
lab=lab0-warm-up

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
