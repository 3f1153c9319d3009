#!/bin/bash
# An installation must grade from any folder, and so must the Debian package.
# Usage: installed.sh BUILD_FOLDER
# Exit codes: 0 as expected, 1 not.
set -euo pipefail

build=$1
lab=lab0-warm-up
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
cd "$scratch"
failures=0
fail() { printf 'FAIL: %s\n' "$*"; failures=$((failures + 1)); }

# grades PREFIX WHAT: the solution must have all points, the starter none, without using this checkout.
grades() {
  local program=$1/bin/gridmark course=$1/lib/gridmark/course status=0
  "$program" doctor >said 2>&1 || fail "$2: gridmark doctor says: $(cat said)"
  "$program" grade "$lab" --submission "$course/solutions/$lab" --record full.json --html full.html >said 2>&1 || { cat said; fail "$2: the solution does not pass"; }
  "$program" grade "$lab" --record none.json --html none.html >said 2>&1 || status=$?
  ((status == 1)) || { cat said; fail "$2: the starter: exit code $status"; }
  /usr/bin/python3 - full.json none.json <<'PYTHON' || fail "$2: other points than in a build"
import json, sys
full, none = (json.load(open(file)) for file in sys.argv[1:])
sys.exit(not (full["points"] == full["max_points"] > 0 == none["points"]))
PYTHON
  [[ $("$program" labs | wc -l) -ge 2 ]] || fail "$2: labs are missing"
}

# compiles PREFIX WHAT: CUDA's C++ headers must exist, including those in folders named cuda and thrust.
compiles() {
  cat >headers.cu <<'PROGRAM'
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cuda/atomic>

__global__ void count(int* sum) {
  const auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  const int all = cooperative_groups::reduce(tile, 1, cooperative_groups::plus<int>());
  if (tile.thread_rank() == 0) cuda::atomic_ref<int, cuda::thread_scope_device>(*sum).fetch_add(all);
}

int main() {
  int* sum;
  cudaMallocManaged(&sum, sizeof(int));
  *sum = 0;
  count<<<2, 64>>>(sum);
  cudaDeviceSynchronize();
  std::printf("%d\n", *sum);
}
PROGRAM
  "$1/bin/gridmark" cc headers.cu -o headers >said 2>&1 || { cat said; fail "$2: a program with CUDA's headers does not compile"; }
  [[ $(./headers) == 128 ]] || fail "$2: the program says $(./headers)"
}

# --- cmake --install ------------------------------------------------------------------------------------

if cmake --install "$build" --prefix "/usr/local/gridmark-test" >said 2>&1; then fail 'it installs where submissions read'; fi
grep -qF 'every submission can read' said || fail "no reason: $(cat said)"
[[ ! -e /usr/local/gridmark-test ]] || fail '/usr/local/gridmark-test was made'

cmake --install "$build" --prefix "$scratch/first" >installed 2>&1 || { tail installed; exit 1; }
mv first moved
grades "$scratch/moved" installed
compiles "$scratch/moved" installed
[[ -z $(find moved -name 'test_*' -type f -perm -u+x) ]] || fail 'tests are installed'
man -l moved/share/man/man1/gridmark.1 >/dev/null 2>said && [[ ! -s said ]] || fail "man: $(cat said)"
bash --norc -c 'source moved/share/bash-completion/completions/gridmark
  COMP_WORDS=(moved/bin/gridmark grade lab0) COMP_CWORD=2; _gridmark; [[ ${COMPREPLY[*]} == lab0-warm-up ]]' || fail 'nothing completes'
moved/bin/gridmark handout --to students --lab "$lab" >said 2>&1 || { cat said; fail 'an installation writes no handout'; }
status=0
moved/bin/gridmark new-lab lab9-new >said 2>&1 || status=$?
[[ $status == 2 ]] && grep -qF "gridmark's source folder" said || fail "new-lab: exit code $status: $(cat said)"

# --- the package ----------------------------------------------------------------------------------------

cpack --config "$build/CPackConfig.cmake" -B "$scratch/package" >packed 2>&1 || { tail packed; exit 1; }
deb=$(ls package/*.deb)
dpkg-deb --field "$deb" Depends >depends
for needed in 'g++ (>= 4:12)' bubblewrap libdw-dev git libfmt9 libssl3; do
  grep -qF "$needed" depends || fail "the package does not depend on $needed: $(cat depends)"
done
dpkg-deb --contents "$deb" >contents
if grep -v '^d' contents | awk '{ print $6 }' | grep -vE '^\./(opt/gridmark/|usr/(bin/gridmark$|share/))'; then fail 'the package has files elsewhere'; fi
grep -qF './usr/bin/gridmark -> /opt/gridmark/bin/gridmark' contents || fail 'no /usr/bin/gridmark'

if ((EUID == 0)); then
  # It depends on this machine's packages, but its scripts and files go to a separate root.
  mkdir -p machine/var/lib/dpkg/{info,updates,triggers}
  touch machine/var/lib/dpkg/status
  dpkg --root="$scratch/machine" --force-depends --force-not-root --install "$deb" >dpkg.log 2>&1 || { cat dpkg.log; fail 'dpkg does not install it'; }
  grades "$scratch/machine/opt/gridmark" package
  compiles "$scratch/machine/opt/gridmark" package
  dpkg --root="$scratch/machine" --force-not-root --purge gridmark >dpkg.log 2>&1 || { cat dpkg.log; fail 'dpkg does not remove it'; }
  [[ ! -e machine/opt/gridmark ]] || fail "it leaves $(find machine/opt/gridmark | head -n 3)"
else
  dpkg-deb --extract "$deb" machine
  grades "$scratch/machine/opt/gridmark" 'package, unpacked'
fi
((failures == 0))
