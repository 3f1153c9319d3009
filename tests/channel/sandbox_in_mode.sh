#!/bin/bash
# Runs gridmark-sandbox in the mode $SANDBOX_MODE, for any mode of its caller: $SANDBOX run --mode ...
set -euo pipefail
words=("$@")
for i in "${!words[@]}"; do
  [[ ${words[i]} != --mode ]] || words[i + 1]=$SANDBOX_MODE
done
[[ $SANDBOX_MODE != none ]] || words=("${words[0]}" --trust "${words[@]:1}")
exec "$SANDBOX" "${words[@]}"
