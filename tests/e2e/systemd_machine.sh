#!/bin/bash
# The sandbox on a machine with systemd and control groups of version 2: Debian 12 with its own kernel, started in qemu.
# It shows features that a container or a build machine lacks: the groups of root and an ordinary user, the scope of a
# user's systemd, and a kernel with an old Landlock (version 2).
#
# Theory of operation. debootstrap makes the system once (kept as a tarball in build/systemd_machine). The programs of
# this build, the labs and the sandbox's tests are copied into it under their own paths. The tree becomes an ext4 image,
# and qemu boots it with its own kernel and initramfs. One service runs the `inside` part of this script, which writes
# to the first serial port and switches the machine off.
#
# Usage: systemd_machine.sh BUILD_FOLDER
# Exit codes: 0 all checks hold; 1 one does not; 77 cannot be tested here, with the reason.
set -euo pipefail

accelerator=${GRIDMARK_QEMU_ACCELERATOR:-tcg} # kvm is faster, and where machines are nested it may hang at the first instruction
here=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")")
source_folder=$(readlink -f "$here/../..")
packages=systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,bubblewrap,g++,libdw-dev,procps
packages+=,initramfs-tools,linux-image-cloud-amd64,login,passwd,busybox
copied_programs=(gridmark gridmark-sandbox sandbox_hostile test_sandbox restricted_machine)

# --- outside ----------------------------------------------------------------------------------------

require() {
  require_debian_root
  local tool
  for tool in mke2fs qemu-system-x86_64; do
    command -v "$tool" >/dev/null || skip "needs $tool"
  done
  [[ -x $build/bin/test_sandbox && -x $build/bin/gridmark ]] || skip "needs $build built"
}

# Under their own paths, because programs contain these.
copy_in() {
  local path
  for path in "$@"; do
    [[ -e $path ]] || continue
    mkdir -p "$work/system$(dirname "$path")"
    cp -a "$path" "$work/system$path"
  done
}

# The packages of the libraries that the programs load, each after a comma. The C library's own are in every Debian.
library_packages() {
  ldd "${copied_programs[@]/#/$build/bin/}" 2>/dev/null | awk '$3 ~ /^\// { print $3 }' | sort -u | xargs readlink -f |
    xargs dpkg -S 2>/dev/null | cut -d: -f1 | sort -u | sed 's/^/,/' | tr -d '\n'
}

make_image() {
  packages+=$(library_packages || true) # dpkg -S fails where one of the files is in no package
  make_debian "$cache/debian-$(cksum <<<"$packages" | cut -d' ' -f1).tar" "$work/system" --include="$packages"
  copy_in "${copied_programs[@]/#/$build/bin/}" "$build/toolkit" "$build/labs" \
    "$source_folder/labs" "$source_folder/rubrics" "$source_folder/starter" "$source_folder/solutions"
  # An emulated processor is about twenty times slower than a lab's limits assume.
  sed -i '1a "limits": { "wall_seconds": 900, "cpu_seconds": 900 }, "build_limits": { "wall_seconds": 900, "cpu_seconds": 900 },' \
    "$work/system$source_folder/labs/lab1-gpu-basics/lab.json"
  cp "$here/systemd_machine.sh" "$work/system/srv/"
  chroot "$work/system" useradd --create-home --shell /bin/bash newcomer
  echo 'd /tmp 1777 root root -' >"$work/system/etc/tmpfiles.d/tmp.conf" # keep what copy_in put there
  echo '/dev/vda / ext4 defaults 0 1' >"$work/system/etc/fstab"
  cat >"$work/system/etc/systemd/system/checks.service" <<UNIT
[Unit]
After=multi-user.target dbus.service systemd-user-sessions.service
[Service]
Type=oneshot
ExecStart=/bin/bash /srv/systemd_machine.sh --inside $build $source_folder
ExecStopPost=/usr/bin/systemctl poweroff --force
StandardOutput=file:/dev/ttyS1
StandardError=file:/dev/ttyS1
UNIT
  mkdir -p "$work/system/etc/systemd/system/multi-user.target.wants"
  ln -sf ../checks.service "$work/system/etc/systemd/system/multi-user.target.wants/checks.service"
  mke2fs -q -t ext4 -d "$work/system" "$work/disk" 3G
}

boot() {
  local kernel=("$work"/system/boot/vmlinuz-*) initrd=("$work"/system/boot/initrd.img-*)
  timeout 3000 qemu-system-x86_64 -machine q35,accel="$accelerator" -cpu max -smp 2 -m 2048 \
    -nodefaults -display none -no-reboot -device virtio-rng-pci \
    -serial "file:$work/console" -serial "file:$work/checks" \
    -drive "file=$work/disk,format=raw,if=virtio,cache=unsafe" \
    -kernel "${kernel[0]}" -initrd "${initrd[0]}" \
    -append 'root=/dev/vda rw console=ttyS0 quiet loglevel=3 panic=-1'
}

# --- inside -----------------------------------------------------------------------------------------

failures=0
# check WHAT PATTERN TEXT
check() {
  if grep -qE -- "$2" <<<"$3"; then
    printf 'ok      %s\n' "$1"
  else
    printf 'FAILED  %s: no "%s" in: %s\n' "$1" "$2" "$3"
    failures=$((failures + 1))
  fi
}

# A login session of the ordinary user, with its own instance of systemd.
as_user() {
  systemd-run --quiet --wait --pipe --collect --uid=newcomer --property=PAMName=login \
    --working-directory=/home/newcomer "$@" </dev/null 2>&1
}

tests_pass() {
  local said
  said=$("${@:2}" 2>&1) || true
  check "$1" 'PASSED' "$(grep -E '^\[  (PASSED|FAILED)' <<<"$said" | head -n 5)"
  check "$1, none fails" '^0$' "$(grep -c '^\[  FAILED' <<<"$said" || true)"
  grep -E -A 6 ': Failure$' <<<"$said" | head -n 60 || true
  grep -E '^\[  (FAILED|SKIPPED)|ran\.' <<<"$said" | cut -c 1-140 | sort -u | tail -n 30 || true
}

inside() {
  local launcher=$build/bin/gridmark-sandbox group
  uname -r
  cat /sys/kernel/security/lsm 2>/dev/null || true
  echo
  check 'root gets bubblewrap and a group of version 2' '"mode":"bubblewrap","control":"cgroup2"' \
    "$("$launcher" probe 2>&1)"
  check 'a login of an ordinary user may make no group' '"mode":"bubblewrap","control":"watchdog"' \
    "$(as_user "$launcher" probe)"
  check 'the grader gets one by a scope of systemd' 'bubblewrap, memory and CPU time by cgroup2' \
    "$(as_user "$build/bin/gridmark" doctor)"
  check 'without the variable of a user session it stays with the watchdog' 'by watchdog' \
    "$(as_user env -u XDG_RUNTIME_DIR "$build/bin/gridmark" doctor)"
  check 'a grade runs in full isolation under a group' 'sandbox bubblewrap, cgroup2' \
    "$(as_user "$build/bin/gridmark" grade lab1-gpu-basics --submission "$source_folder/solutions/lab1-gpu-basics" --quick)"
  group=$(find /sys/fs/cgroup -name 'gridmark-sandbox-*' 2>/dev/null | wc -l)
  check 'no group is left behind' '^0$' "$group"
  tests_pass 'the sandbox tests as root' "$build/bin/test_sandbox" --gtest_brief=0
  tests_pass 'the sandbox tests as an ordinary user' as_user "$build/bin/test_sandbox"
  printf 'RESULT %d\n' "$failures"
}

# --- main -------------------------------------------------------------------------------------------

if [[ ${1:-} == --inside ]]; then
  build=$2
  source_folder=$3
  inside
  exit
fi
. "$here/debian_root.sh"
build=$(readlink -f "${1:?usage: systemd_machine.sh BUILD_FOLDER}")
require
cache=$source_folder/build/systemd_machine
mkdir -p "$cache"
work=$(mktemp -d "$cache/run.XXXXXX")
trap 'remove_debian "$work"' EXIT
trap 'exit 130' INT TERM
phase 'image'
make_image
phase 'boot'
boot || true
cat "$work/checks"
phase 'done'
if ! grep -q '^RESULT 0' "$work/checks"; then
  tail -n 20 "$work/console"
  exit 1
fi
