#!/bin/bash
# Builds and runs a bundle like its service: in a bare Debian 12, entered as a container. This machine's build is only
# used for `gridmark bundle`, which makes the bundle. Packages, build and grades are made in the container.
#
# Usage: bundles_in_debian.sh gradescope|prairielearn GRIDMARK SOURCE_ROOT
# Exit codes: 0 as expected; 1 not; 77 cannot be tested here, with the reason.
set -euo pipefail

here=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")")
service=${1:?usage: bundles_in_debian.sh gradescope|prairielearn GRIDMARK SOURCE_ROOT}
gridmark=${2:?give the program gridmark}
source_root=${3:?give the root of the sources}
. "$here/debian_root.sh"
. "$here/bundle_checks.sh"

upload_here() { upload "$1" "$2" "$work/question"; }

# grade FROM FOLDER COMMAND RESULTS EXPRESSION VALUE: hands in the checkout's folder FROM as FOLDER, and grades it with
# COMMAND. Prints COMMAND's output if the results are not as expected.
grade() {
  local before=$failures what="$service, $1"
  phase "$what"
  "${hand_in:-hand_in}" "$root$2" "$1"
  enter as_container "$root" "$3" >"$work/said" 2>&1 || fail "$what was not graded"
  expect "$root$4" "$5" "$6" "$what"
  says_nothing_hidden "$root$4"
  ((failures == before)) || cat "$work/said" "$root$4"
}

# https://gradescope-autograders.readthedocs.io/en/latest/specs/
gradescope() {
  "$gridmark" bundle "$lab" --for gradescope --zip "$work/autograder.zip"
  mkdir -p "$root/autograder/source"
  unpack "$work/autograder.zip" "$root/autograder/source"
  phase setup.sh
  enter as_container "$root" /autograder/source/setup.sh
  cp "$root/autograder/source/run_autograder" "$root/autograder/run_autograder"
  mkdir "$root/autograder/results"

  local graded=(/autograder/submission /autograder/run_autograder /autograder/results/results.json)
  grade solutions "${graded[@]}" 'it["score"] == sum(t["max_score"] for t in it["tests"]) > 0' True
  grade starter "${graded[@]}" 'it["score"] == 0 and len(it["tests"]) > 0' True
}

# The lines of a Dockerfile with only FROM debian:12, COPY and RUN.
build_image() { # FOLDER
  local instruction rest from to
  while read -r instruction rest; do
    case $instruction in
      '' | '#'*) ;;
      FROM) [[ $rest == debian:12 ]] || { fail "prairielearn: FROM $rest is not what stands here"; return; } ;;
      COPY)
        read -r from to <<<"$rest"
        mkdir -p "$(dirname "$root$to")"
        cp -R "$1/$from" "$root$to"
        ;;
      RUN)
        phase "RUN $rest"
        enter as_container "$root" sh -c "$rest"
        ;;
      *) fail "prairielearn: the Dockerfile has an instruction that is not known here: $instruction" ;;
    esac
  done <"$1/Dockerfile"
}

# https://prairielearn.readthedocs.io/en/latest/externalGrading/; without a network, as info.json requests.
prairielearn() {
  lab=lab1-gpu-basics # asks for a report
  "$gridmark" bundle "$lab" --for prairielearn --to "$work/question" --image registry.example/grader
  build_image "$work/question/image"
  local info=$work/question/info.json graded=(/grade/student /gridmark/grade.sh /grade/results/results.json)
  expect "$info" 'it["externalGradingOptions"]["entrypoint"], it["externalGradingOptions"]["enableNetworking"]' \
    "('${graded[1]}', False)" 'prairielearn, info.json'
  namespaces=(--net)
  local hand_in=upload_here
  grade solutions "${graded[@]}" 'it["score"], it["gradable"]' '(1.0, True)'
  grade starter "${graded[@]}" 'it["score"], it["gradable"]' '(0.0, True)'
}

[[ $service == gradescope || $service == prairielearn ]] || { printf 'no such service: %s\n' "$service" >&2; exit 64; }
make_scratch_debian "$source_root/build/bare_debian"
"$service"
phase 'done'
((failures == 0))
