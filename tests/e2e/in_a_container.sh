#!/bin/bash
# Grades solutions of labs (all, unless you name some) as in a container. Namespaces are not possible, so the sandbox
# uses Landlock. There is no control group, so a watchdog counts memory. Lines that are not timed must have full points.
# Usage: in_a_container.sh GRIDMARK RESTRICTED_MACHINE SOURCE_ROOT [LAB...]
# Exit codes: 0 they have; 1 one has not, or this machine has another sandbox.
set -euo pipefail

gridmark=$1
source_root=$3
labs=("${@:4}")
container=(env -u XDG_RUNTIME_DIR -u DBUS_SESSION_BUS_ADDRESS "$2" unshare)
if unshare --mount true 2>/dev/null; then # who may mount may as a rule make a group
  container=(unshare --mount "$BASH" -c 'mount -t tmpfs none /sys/fs/cgroup && exec "$@"' container "${container[@]}")
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

"${container[@]}" "$gridmark" doctor | tee said
grep -q '^sandbox *landlock .*by watchdog' said || { echo 'FAIL: not the sandbox of a container'; exit 1; }
failures=0
if ((${#labs[@]} == 0)); then
  for folder in "$source_root"/solutions/*/; do labs+=("$(basename "$folder")"); done
fi
for lab in "${labs[@]}"; do
  status=0
  rm -f record.json
  "${container[@]}" "$gridmark" grade "$lab" --submission "$source_root/solutions/$lab" --quick --record record.json >said 2>&1 || status=$?
  lost=$(/usr/bin/python3 -c '
import json
kept = "passed", "not_run", "ungraded", "deferred"
print(*(item["id"] for item in json.load(open("record.json"))["items"] if item["outcome"] not in kept))')
  [[ -z $lost && $status -le 1 ]] || { printf 'FAIL: %s: %s (exit code %d)\n' "$lab" "$lost" "$status"; cat said; failures=1; }
done
((failures == 0))
