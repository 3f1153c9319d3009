#!/bin/bash
# Grades a student's pushes like a CI system: the exact steps of our workflows, in a bare Debian 12 with the variables
# of the system's runner. This script replaces the steps that a workflow takes from others (`uses:`).
#
#   gitlab   ci/gitlab.yml in a container: a repository with submissions only, graded by the course's gridmark
#   github   handout/.github/workflows/grade.yml on a machine, as a user with sudo: a repository from `gridmark handout`
#
# Usage: ci_in_debian.sh gitlab|github GRIDMARK SOURCE_ROOT
# Exit codes: 0 as expected; 1 not; 77 cannot be tested here, with the reason.
set -euo pipefail

here=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")")
system=${1:?usage: ci_in_debian.sh gitlab|github GRIDMARK SOURCE_ROOT}
gridmark=${2:?give the program gridmark}
source_root=${3:?give the root of the sources}
. "$here/debian_root.sh"
. "$here/bundle_checks.sh"

git() { command git -c user.name=Ada -c user.email=ada@example.org -c safe.directory='*' "$@"; }

# shell_of WORKFLOW EXPRESSION: the list of commands that EXPRESSION selects in the workflow `it`, as a script.
shell_of() {
  printf '#!/bin/bash\nset -eo pipefail\n'
  /usr/bin/python3 -c 'import sys, yaml; it = yaml.safe_load(open(sys.argv[1])); print(*eval(sys.argv[2]), sep="\n")' "$@"
}

# push FOLDER WORDS: commits the student's repository without the outputs of a job. The commit before is `before`.
push() {
  before=$(git -C "$1" rev-parse --verify --quiet HEAD || true)
  git -C "$1" add --all -- . ':!.gridmark' ':!results'
  git -C "$1" commit --quiet --message "$2"
}

# job STATUS KIND COMMAND...: runs a runner's command, which must end with STATUS.
job() {
  local status=0 expected=$1
  phase "a push, job of $system"
  enter "$2" "$root" "${@:3}" >"$work/said" 2>&1 || status=$?
  ((status == expected)) || fail "the job ended with $status, expected $expected"
}

# new_checkout FOLDER CACHED: makes the state for the next job on another runner: a new clone with new files, and CACHED
# as the system's cache restores it. GitLab's cache has times in whole seconds.
new_checkout() {
  tar -C "$1" --format=gnu -cf "$work/cache.tar" "$2"
  chown -R "$(id -u)" "$1"  # git refuses to clone from another user's folder
  git clone --quiet --no-hardlinks "$1" "$1.new"
  rm -rf "$1"
  mv "$1.new" "$1"
  tar -C "$1" -xf "$work/cache.tar"
}

# seconds COMMAND...: runs it, and stores its time in `took`.
seconds() {
  local since=$SECONDS
  "$@"
  took=$((SECONDS - since))
}

# The front door only prints messages about a build if it builds something.
builds_nothing() {
  ! grep -q 'gridmark: \(building\|configuring\)' "$work/said" || fail "a push of the student built gridmark again: $(grep -m 3 'gridmark: ' "$work/said")"
  ((took * 3 < first)) || fail "a job with a cache took $took s, the first one $first s"
}

# The labs that have results, in one line.
graded() { (cd "$1" && echo */record.json); }

gitlab() {
  local project=$root/builds/ada/labs workflow=$source_root/ci/gitlab.yml
  git clone --quiet --bare "$source_root" "$root/srv/gridmark.git"
  shell_of "$workflow" 'it["grade"]["script"]' >"$root/srv/job.sh"
  mkdir -p "$project/starter"
  git -C "$project" init --quiet
  cp -r "$source_root/starter/$lab" "$source_root/starter/lab1-gpu-basics" "$project/starter/"
  push "$project" 'the starter'
  gitlab_job() {
    job "$1" as_container env CI=true GITLAB_CI=true GIT_DEPTH=0 CI_PROJECT_DIR=/builds/ada/labs CI_COMMIT_BEFORE_SHA="$before" \
      GRIDMARK=file:///srv/gridmark.git bash -c 'cd "$CI_PROJECT_DIR" && . /srv/job.sh'
  }

  cp -r "$source_root/solutions/$lab" "$project/starter/"
  push "$project" 'lab 0 is done'
  seconds gitlab_job 0
  local first=$took
  [[ $(graded "$project/results") == "$lab/record.json" ]] || fail "graded: $(graded "$project/results")"
  grep -q '<testsuite' "$project/results/junit.xml" || fail 'no JUnit'
  says_nothing_hidden "$project/results/junit.xml"

  new_checkout "$project" .gridmark
  echo 'no C++;' >>"$project/starter/lab1-gpu-basics/benchmark.cu"
  push "$project" 'lab 1 does not compile'
  seconds gitlab_job 1
  builds_nothing
  [[ $(graded "$project/results") == lab1-gpu-basics/record.json ]] || fail "graded: $(graded "$project/results")"
  expect "$project/results/gl-code-quality-report.json" \
    '"starter/lab1-gpu-basics/benchmark.cu" in {one["location"]["path"] for one in it}' True 'code quality'

  new_checkout "$project" .gridmark
  git clone --quiet "$root/srv/gridmark.git" "$work/course"
  sed -i 's/no file of a lab changed/NOTHING CHANGED/I' "$work/course/grader/cli/ci_command.cpp"
  push "$work/course" 'the course changes gridmark'
  git -C "$work/course" push --quiet
  echo 'A README.' >"$project/README.md"
  push "$project" 'no lab'
  gitlab_job 0
  grep -q 'NOTHING CHANGED' "$work/said" || fail 'a change of gridmark is not in the program'
  local compiled
  compiled=$(grep -c '^\[.*\] Building CXX' "$project/.gridmark/build/release/build.log")
  ((compiled >= 1 && compiled <= 5)) || fail "one file of gridmark changed, and $compiled were compiled"
}

github() {
  local project=$root/home/runner/_work/labs/labs workflow=.github/workflows/grade.yml
  enter as_machine "$root" bash -c 'apt-get update -qq && apt-get install -qq --yes --no-install-recommends git sudo ca-certificates &&
    useradd --create-home --shell /bin/bash runner && echo "runner ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/runner' >"$work/said" 2>&1 ||
    { cat "$work/said"; return 1; }
  mkdir -p "$(dirname "$project")"
  "$gridmark" handout --to "$project"
  [[ -e $project/.git ]] || git -C "$project" init --quiet
  push "$project" 'the handout'
  shell_of "$project/$workflow" '[step["run"] for step in it["jobs"]["grade"]["steps"] if "run" in step]' >"$root/srv/job.sh"

  echo 'no C++;' >>"$project/starter/$lab/device_report.cu"
  push "$project" 'lab 0 does not compile'
  github_job() {
    enter as_machine "$root" chown -R runner: /home/runner
    job "$1" as_machine setpriv --reuid=runner --regid=runner --init-groups env HOME=/home/runner CI=true GITHUB_ACTIONS=true \
      SINCE="$before" GITHUB_WORKSPACE=/home/runner/_work/labs/labs GITHUB_STEP_SUMMARY=/home/runner/summary.md \
      GITHUB_OUTPUT=/home/runner/output.txt bash -c 'cd "$GITHUB_WORKSPACE" && . /srv/job.sh'
  }
  seconds github_job 1
  local first=$took
  [[ $(graded "$project/results") == "$lab/record.json" ]] || fail "graded: $(graded "$project/results")"
  grep -q "^::error file=starter/$lab/device_report.cu" "$work/said" || fail 'no annotations'
  grep -q '0 of 21' "$root/home/runner/summary.md" || fail 'no summary of the points'
  says_nothing_hidden "$work/said"

  new_checkout "$project" build
  git -C "$project" revert --no-edit HEAD >/dev/null
  before=$(git -C "$project" rev-parse HEAD~)
  seconds github_job 1
  builds_nothing
  [[ $(sort -u "$root/home/runner/output.txt" | wc -l) == 1 ]] || fail 'the key of the cache changes with a push of the student'
}

[[ $system == gitlab || $system == github ]] || { printf 'no such system: %s\n' "$system" >&2; exit 64; }
/usr/bin/python3 -c 'import yaml' 2>/dev/null || skip 'needs python3-yaml'
make_scratch_debian "$source_root/build/bare_debian"
"$system"
phase 'done'
((failures == 0)) || { cat "$work/said"; exit 1; }
