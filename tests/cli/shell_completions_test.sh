#!/bin/bash
# The completion scripts in real shells: the candidates after a press of the key.
# Usage: shell_completions_test.sh GRIDMARK
# Exit codes: 0 all as expected, 1 not.
set -euo pipefail

gridmark=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/records" "$folder/bin"
touch "$folder/records.csv"
ln -s "$gridmark" "$folder/bin/gridmark"
export PATH=$folder/bin:$PATH
cd "$folder"
failures=0

# expect SHELL "LINE" "CANDIDATES, sorted, with blanks between"
expect() {
  local found
  found=$("complete_in_$1" "$2" | sort | tr '\n' ' ')
  [[ ${found% } == "$3" ]] && return
  printf 'FAIL (%s): "gridmark %s" completes to "%s", expected "%s"\n' "$1" "$2" "${found% }" "$3"
  failures=$((failures + 1))
}

# The words of LINE as bash passes them to a function: readline's words, which also break at "=".
complete_in_bash() {
  bash --norc --noprofile -c '
    set -u
    source <(gridmark completions bash)
    line=${1//=/ = }
    read -r -a COMP_WORDS <<<"gridmark $line"
    [[ $line != *" " && -n $line ]] || COMP_WORDS+=("")
    [[ $1 != *= ]] || unset "COMP_WORDS[-1]"
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _gridmark
    printf "%s\n" "${COMPREPLY[@]}"' bash "$1"
}

complete_in_fish() {
  fish --no-config -c 'gridmark completions fish | source; complete --do-complete "gridmark $argv[1]"' "$1" | cut -f 1
}

for_all() {
  expect "$1" 'resc' 'rescore'
  expect "$1" 'grade lab0' 'lab0-warm-up'
  expect "$1" 'grade lab0-warm-up --su' '--submission'
  expect "$1" 'explain lab1-gpu-basics tiled_con' 'tiled_conflicts'
  expect "$1" 'batch --attempt ' 'best last'
  expect "$1" 'report x --to gr' 'gradescope'
  expect "$1" 'grads ' ''
}

for_all bash
expect bash 'batch --attempt=b' 'best'
expect bash 'batch --attempt=' 'best last'
expect bash 'batch --roster rec' 'records records.csv'
expect bash 'grade --submission rec' 'records'
shells=bash
if command -v fish >/dev/null; then
  for_all fish
  expect fish 'batch --attempt=b' '--attempt=best'
  shells+=' fish'
fi
if command -v zsh >/dev/null; then
  zsh -fc 'autoload -Uz compinit && compinit -u -D && source <(gridmark completions zsh) && [[ $_comps[gridmark] == _gridmark ]]' ||
    { echo 'FAIL (zsh): the script defines no completion'; failures=$((failures + 1)); }
  shells+=' zsh (definition only)'
fi
# Does not use a checkout's front door, because it would look for packages first.
mkdir -p "$folder/checkout/build/release/bin"
ln -s "$gridmark" "$folder/checkout/build/release/bin/gridmark"
printf '#!/bin/sh\ntouch %s/asked\n' "$folder" >"$folder/checkout/gridmark"
chmod +x "$folder/checkout/gridmark"
cd "$folder/checkout"
found=$(bash --norc -c 'source <('"$gridmark"' completions bash); COMP_WORDS=(./gridmark resc) COMP_CWORD=1; _gridmark; echo "${COMPREPLY[*]}"')
[[ $found == rescore && ! -e $folder/asked ]] || { echo "FAIL: ./gridmark resc completes to \"$found\""; failures=$((failures + 1)); }
echo "tried: $shells"
((failures == 0))
