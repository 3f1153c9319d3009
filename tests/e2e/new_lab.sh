#!/bin/bash
# `gridmark new-lab demo && gridmark verify demo` in a copy of the source: the new lab proves without changes, and no
# other file changes. Builds all of gridmark in the copy, which takes minutes, less with ccache.
# Usage: new_lab.sh SOURCE_ROOT
set -euo pipefail
source=$1
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
export CI=true CCACHE_BASEDIR=$copy CCACHE_NOHASHDIR=1

fail() {
  printf 'FAIL: %s\n' "$*"
  exit 1
}

# All files except those of builds and results, with their content.
contents() { (cd "$copy" && find . -path ./build -prune -o -path ./results -prune -o -type f -print0 | sort -z | xargs -0 sha256sum); }

tar -C "$source" --exclude=./build --exclude=./out --exclude=./.git --exclude=./results --exclude=./.cache -cf - . |
  tar -C "$copy" -xf -
cd "$copy"
contents >"$copy.before"
trap 'rm -rf "$copy" "$copy.before" "$copy.after" "$copy.output"' EXIT

./gridmark new-lab demo --dry-run >"$copy.output"
contents | cmp -s - "$copy.before" || fail 'a dry run wrote something'
./gridmark new-lab demo --title 'A demo' >"$copy.output" || fail 'new-lab failed'
contents >"$copy.after"
lost=$(comm -23 <(sort "$copy.before") <(sort "$copy.after"))
[[ -z $lost ]] || fail "new-lab touched files that were there: $lost"
strangers=$(comm -13 <(sort "$copy.before") <(sort "$copy.after") | grep -vE ' \./(labs|solutions|starter)/demo/| \./rubrics/demo\.json$') || true
[[ -z $strangers ]] || fail "new-lab wrote elsewhere: $strangers"

./gridmark verify demo || fail 'the new lab is not proved'
contents | cmp -s - "$copy.after" || fail 'verify wrote into the source'

! ./gridmark new-lab demo 2>"$copy.output" || fail 'a second new-lab of the same name did not fail'
grep -q 'exists already' "$copy.output" || fail "said instead of \"exists already\": $(cat "$copy.output")"

# A broken lab must not be proved: one mutant is missing, or one tolerance is too wide.
rm labs/demo/mutants/strided.patch
sed -i 's/tolerance = 1e-5/tolerance = 1e-2/' labs/demo/tests/ask.h
status=0
./gridmark verify demo --proofs >"$copy.output" || status=$?
((status == 1)) || fail "verify of a broken lab ended with $status, expected 1"
for said in 'saxpy_sectors: no mutant and no case loses it' 'FAIL reply: half'; do
  grep -qF "$said" "$copy.output" || fail "verify of a broken lab did not say \"$said\": $(cat "$copy.output")"
done
echo 'a new lab proves as it is, touches nothing else, and fails when it is broken'
