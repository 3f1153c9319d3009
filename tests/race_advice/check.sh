#!/bin/bash
# Applies advice about a race to the program. Its next run must not find one: check.sh GRIDMARK_CC PROGRAM.cu
# The program's first lines have words of the advice and the number of its barriers.
set -euo pipefail
compiler=$1 program=$2
name=$(basename "$program")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cp "$program" "$name"

findings() {  # writes profile.json
  "$compiler" --flavour counted -w --no-syntax-pass "$name" -o program
  GRIDMARK_PROFILE=profile.json ./program
}
fail() { echo "$name: $1"; grep -E '"(message|text|line)"' profile.json; exit 1; }

# "LINE TEXT" of each change, starting with the last.
fixes() {
  awk '/"fixes": \[$/ { inside = 1 }
       inside && /"line":/ { line = $2 + 0 }
       inside && /"text":/ { split($0, parts, "\""); print line, parts[4] }
       /^   \]/ { inside = 0 }' profile.json | sort -rnu
}

findings
words=$(sed -n 's|^// Advice: ||p' "$name") barriers=$(sed -n 's|^// Barriers: ||p' "$name")
[[ -n $words && -n $barriers ]] || fail "its first lines do not state the advice"
grep -qF -- "$words" profile.json || fail "no finding has the words: $words"
fixes >fixes
(($(wc -l <fixes) == barriers)) || fail "the advice has $(wc -l <fixes) barriers, expected $barriers"
((barriers == 0)) && exit 0
while read -r line text; do sed -i "${line}a $text" "$name"; done <fixes
findings
grep -q '"kind": "race"' profile.json && fail "the advice leaves a race"
"$compiler" --flavour fast -w --no-syntax-pass --run "$name"
