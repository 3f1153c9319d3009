#!/bin/bash
# PrairieLearn runs this for each submission: /grade/student -> /grade/results/results.json.
#
# Where no grade could be made the result says that the submission was not gradable: it costs no attempt and no points.
set -uo pipefail

lab='{{lab}}'
root=${GRADE_ROOT:-/grade}
gridmark=${GRIDMARK:-/gridmark/source/gridmark}
results=$root/results/results.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$root/results"
rm -f "$results"

# An upload has no folders: each file goes where the handout has it. A link stays where it is.
submission=$work/submission
cp -R "$root/student" "$submission"
for file in {{in_folders}}; do
  uploaded=$submission/${file##*/} folder=$submission/${file%/*}
  [[ -f $uploaded && ! -L $uploaded && ! -L $folder && ! -e $submission/$file ]] || continue
  mkdir -p "$folder"
  mv "$uploaded" "$submission/$file"
done
"$gridmark" grade "$lab" --submission "$submission" --device emulated --record "$work/record.json" --html "$work/staff.html" \
  >"$work/said" 2>&1
status=$?
if ((status <= 1)); then
  "$gridmark" report "$work/record.json" --to prairielearn -o "$results" && exit 0
fi
cat "$work/said" >&2
printf '{"gradable": false, "format_errors": ["The grader could not finish; this costs no attempt. Tell the course staff: gridmark exit code %d"]}\n' \
  "$status" >"$results"
