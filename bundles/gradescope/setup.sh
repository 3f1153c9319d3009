#!/usr/bin/env bash
# Gradescope runs this once, as root, when it makes the autograder's image: packages and gridmark, some minutes.
set -euo pipefail

source=${AUTOGRADER_ROOT:-/autograder}/source
cmake_is_new_enough() {
  apt-get update -qq || true
  dpkg --compare-versions "$(apt-cache policy cmake | sed -n 's/^  Candidate: //p')" ge 3.25
}
if ! cmake_is_new_enough; then
  echo "gridmark: found $(. /etc/os-release && echo "$PRETTY_NAME"), whose CMake is older than 3.25." >&2
  echo 'Choose the base image Ubuntu 24.04 (or Debian 12) under "Configure Autograder", and update the autograder.' >&2
  exit 1
fi
cd "$source/gridmark"
CI=true ./gridmark --yes labs
