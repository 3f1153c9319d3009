#!/bin/bash
# clean_machine.sh [RUN-OPTION...]: proves prepare.sh and run.sh on a machine that has CUDA, CMake, ninja and g++, but
# none of the packages for building gridmark. That machine is this one, seen through an overlay in which their files are
# missing. Nothing outside changes, and the overlay disappears at the end. It makes a complete build: with --kernels
# (only the GPU's own programs) some minutes on a quiet machine.
# Exit codes: 0 it built from the carried files and reported that there is no GPU (or ran on the one here), 1 it did
# not, 77 cannot be tested here.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
carry=$root/build/gpu-carry

skip() { printf 'skipped: %s\n' "$*"; exit 77; }
((EUID == 0)) || skip 'needs root, to mount an overlay'
PATH=$PATH:/usr/local/cuda/bin command -v nvcc > /dev/null || skip 'nvcc is not installed'
unshare --mount true 2> /dev/null || skip 'needs mount namespaces'

"$root/tests/gpu/prepare.sh" "$carry"
world=$(mktemp -d)
trap 'rm -rf "$world"' EXIT
# The compilers need zlib, and tar needs libacl, so a machine that has them has these, too.
tar -tJf "$carry/usr.tar.xz" | grep -v -e '/$' | grep -v -e '/libz\.' -e '/libacl\.' > "$world/files"

code=0
unshare --mount --pid --fork --propagation private bash -s "$world" "$root" "$@" << 'INSIDE' || code=$?
set -euo pipefail
world=$1 root=$2
shift 2
mkdir "$world/disk"
mount -t tmpfs tmpfs "$world/disk"
mkdir "$world/disk/upper" "$world/disk/work" "$world/disk/seen"
mount -t overlay overlay -o "lowerdir=/,upperdir=$world/disk/upper,workdir=$world/disk/work" "$world/disk/seen"
cd "$world/disk/seen"
while IFS= read -r file; do rm -f "usr/$file"; done < "$world/files"
mount -t proc proc proc
mount --rbind /dev dev
chroot . ldconfig
! chroot . sh -c 'command -v pkg-config' || { echo 'pkg-config is still there'; exit 1; }
[[ ! -e usr/include/fmt/format.h ]] || { echo 'fmt is still there'; exit 1; }
exec chroot . "$root/tests/gpu/run.sh" --build /tmp/gpu-build --out /tmp/gpu-out "$@" 2>&1 < /dev/null
INSIDE
case $code in
  0) echo 'clean machine: built and ran' ;;
  3) echo 'clean machine: built, and said that there is no GPU' ;;
  *) echo "clean machine: exit code $code"; exit 1 ;;
esac
