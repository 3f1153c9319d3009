#!/bin/bash
# Compiles one coverage program and runs it: run.sh GRIDMARK_CC fast|counted FILE.cu [OPTION...]
#
# The program's first lines control this:
#   // Feature: a description, one row of the table in docs/emulation.md
#   // Link: -lcublas ...          options for the compiler
#   // Environment: NAME=VALUE ... while it runs
#   // Refused: words              it must not compile, and the error has these words
#   // Fails: words                it compiles, and ends with an error that has these words
#   // Findings: words             counted, a finding has these words; one line each. There may be no others
#   // Flavours: fast              if counted is not possible; give the reason on a separate line
#   // Nvcc: no, because ...       if nvcc cannot compile it
set -euo pipefail

compiler=$(realpath "$1") flavour=$2 file=$(realpath "$3")
shift 3
headers() { sed -n "s|^// $1: *||p" "$file"; }
header() { headers "$1" | head -1; }
say() {
  printf '%s\n' "$@"
  exit 1
}

[[ -n $(header Feature) ]] || say "$file has no line '// Feature: ...'"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$(dirname "$file")"
read -ra options <<<"$(header Link)"
read -ra environment <<<"$(header Environment)"
refused=$(header Refused) fails=$(header Fails)

status=0
"$compiler" --flavour "$flavour" -O2 --no-syntax-pass -std=c++17 "$(basename "$file")" "${options[@]}" "$@" -o "$folder/program" \
  >"$folder/messages" 2>&1 || status=$?
if [[ -n $refused ]]; then
  [[ $status == 1 ]] || say "compiled with status $status, and must be refused" "$(cat "$folder/messages")"
  grep -qF -- "$refused" "$folder/messages" || say "the error does not say '$refused':" "$(cat "$folder/messages")"
  exit 0
fi
[[ $status == 0 ]] || say "does not compile (status $status):" "$(head -c 20000 "$folder/messages")"

env "${environment[@]}" timeout 120 "$folder/program" >"$folder/output" 2>&1 || status=$?
grep '^gridmark finding: ' "$folder/output" >"$folder/findings" || true
while read -r words; do
  [[ -z $words || $flavour == fast ]] && continue
  grep -qF -- "$words" "$folder/findings" || say "no finding says '$words':" "$(cat "$folder/output")"
  grep -vF -- "$words" "$folder/findings" >"$folder/rest" || true
  mv "$folder/rest" "$folder/findings"
done <<<"$(headers Findings)"
[[ ! -s $folder/findings ]] || say "found, and not expected:" "$(cat "$folder/findings")"
if [[ -n $fails ]]; then
  [[ $status != 0 ]] || say "ended well, and must fail" "$(cat "$folder/output")"
  grep -qF -- "$fails" "$folder/output" || say "status $status, and the output does not say '$fails':" "$(cat "$folder/output")"
  exit 0
fi
tail -c 20000 "$folder/output"
[[ $status == 0 ]] || say "ended with status $status"
grep -qx ok "$folder/output" || say "did not print 'ok'"
