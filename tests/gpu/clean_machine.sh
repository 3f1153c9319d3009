#!/bin/bash
# clean_machine.sh [RUN-OPTION...]: prepare.sh and run.sh, proved on a machine that has CUDA, CMake, ninja and g++, and
# none of the packages that gridmark is built with. That machine is this one, seen through an overlay in which their
# files are missing; nothing outside of it changes, and it is gone when the script ends. The build is a whole one: with
# --kernels (what the GPU's own programs need) some minutes of a quiet machine.
# Exit codes: 0 it built with what it carries and said that there is no GPU (or ran on the one that is here), 1 not so,
# 77 cannot be tried here.
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
# The compilers need zlib, and tar needs libacl; a machine that has them has these, too.
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
