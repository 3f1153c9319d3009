#!/bin/bash
# Prometheus' own tool and lab 5: metrics, rules, and the times of alerts.
# Usage: promtool_test.sh LAB5_READERS WORK_FOLDER. Uses the system's promtool, or the one in Debian's package without
# installing it. Fails, and does not skip, if neither exists.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
readers=$1 work=$2
promtool=$(command -v promtool || echo "$work/usr/bin/promtool")
if [[ ! -x $promtool ]]; then
  mkdir -p "$work"
  (cd "$work" && apt-get download prometheus && dpkg-deb -x prometheus_*.deb . && rm prometheus_*.deb) >"$work/log" 2>&1 || {
    tail -n 3 "$work/log"
    echo "promtool_test.sh: found no promtool, and apt-get could not download Debian's package prometheus (log: $work/log)"
    exit 2
  }
fi
exec /usr/bin/python3 "$here/promtool_test.py" "$readers" "$promtool"
