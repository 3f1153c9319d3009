#!/bin/bash
# A separate Debian 12, made by debootstrap and entered with its own namespaces. Sourced by the scripts that prove
# something in a bare system. They report their progress with `phase`.
#
# Mounts exist only in the mount namespace that `enter` makes, and processes only in its process namespace. Both end
# with the command, so nothing is left to unmount or to kill.

debian_suite=bookworm
debian_root=$(readlink -f "${BASH_SOURCE[0]}")

skip() {
  printf 'not run: %s\n' "$*"
  exit 77
}
phase() { printf '== %4d s  %s\n' "$SECONDS" "$*"; }

require_debian_root() {
  ((EUID == 0)) || skip 'needs root, to make a root file system'
  command -v debootstrap >/dev/null || skip 'needs debootstrap'
  unshare --mount true 2>/dev/null || skip 'needs mount namespaces'
}

# This machine's access to Debian's packages: its mirror (debootstrap's default if it has none for this suite), its
# proxies, and whether the dates of package lists count.
debian_mirror() {
  apt-get indextargets --format "\$(RELEASE) \$(REPO_URI)" | awk -v suite="$debian_suite" '$1 == suite { uri = $2 } END { print uri }'
}
apt_settings() {
  apt-config dump Acquire::http::Proxy Acquire::https::Proxy Acquire::Check-Valid-Until Acquire::Check-Date
}

# make_debian TARBALL FOLDER [OPTION OF DEBOOTSTRAP...]: makes a minimal Debian in FOLDER. TARBALL keeps it for a week.
make_debian() {
  local tarball=$1 folder=$2 mirror proxy=
  shift 2
  mkdir -p "$folder"
  if [[ -n $(find "$tarball" -mtime -7 2>/dev/null) ]]; then
    tar -C "$folder" -xf "$tarball"
  else
    phase "debootstrap $debian_suite"
    eval "$(apt-config shell proxy Acquire::http::Proxy)"
    mirror=$(debian_mirror)
    env ${proxy:+http_proxy="$proxy"} debootstrap --variant=minbase "$@" "$debian_suite" "$folder" ${mirror:+"$mirror"} \
      >"$tarball.log" 2>&1 || { tail "$tarball.log"; return 1; }
    rm -rf "$folder"/var/cache/apt/archives/*.deb "$folder"/var/lib/apt/lists/*
    apt_settings >"$folder/etc/apt/apt.conf.d/01from-the-host"
    tar -C "$folder" -cf "$tarball.partial" .
    mv "$tarball.partial" "$tarball"
  fi
  cp -L /etc/resolv.conf "$folder/etc/resolv.conf"
  printf '127.0.0.1 localhost\n127.0.1.1 %s\n' "$(uname -n)" >"$folder/etc/hosts" # as Debian's installer does
}

# make_scratch_debian CACHE: makes `work`, a folder in CACHE that is removed at the end, with a bare Debian in `root`.
make_scratch_debian() {
  require_debian_root
  mkdir -p "$1"
  work=$(mktemp -d "$1/run.XXXXXX")
  root=$work/root
  trap 'remove_debian "$work"' EXIT
  trap 'exit 130' INT TERM
  make_debian "$1/debian.tar" "$root"
  chmod 755 "$work" "$root"
}

# enter KIND FOLDER COMMAND...: runs COMMAND as process 1 of namespaces with the root FOLDER. KIND is one of the
# functions below: `as_machine` or `as_container`. `namespaces` has more options for unshare(1).
namespaces=()
enter() {
  unshare --mount --pid "${namespaces[@]}" --fork --kill-child "$BASH" "$debian_root" "$@" </dev/null &
  inside=$!
  local status=0
  wait "$inside" || status=$?
  inside=
  return "$status"
}

# remove_debian FOLDER: for a trap; ends all processes that still run there.
remove_debian() {
  [[ -z ${inside:-} ]] || { kill -KILL "$inside" && wait "$inside"; } 2>/dev/null || true
  rm -rf --one-file-system "$1"
}

# --- on the way in ----------------------------------------------------------------------------------

make_devices() {
  local node
  mount -t tmpfs -o mode=755 devices dev
  for node in null zero full random urandom tty; do
    touch "dev/$node"
    mount --bind "/dev/$node" "dev/$node"
  done
  mkdir dev/pts dev/shm
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 terminals dev/pts
  mount -t tmpfs -o mode=1777 shared dev/shm
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
}

mount_all() { # FOLDER, which becomes the current one
  mount --make-rprivate /
  mount --bind "$1" "$1"
  cd "$1"
  mount -t proc proc proc
  mount -t sysfs sysfs sys
  mount -t tmpfs -o mode=1777 temporary tmp
  make_devices
}

clean_environment=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root)

# A machine: FOLDER becomes /, with pivot_root. In a plain chroot the kernel refuses user namespaces (EPERM), and
# bubblewrap needs them. The control groups are those of the surrounding machine.
as_machine() {
  mount_all "$1"
  mount --rbind /sys/fs/cgroup sys/fs/cgroup
  mkdir outside
  pivot_root . outside
  umount --lazy outside
  rmdir outside
  cd /
  exec "${clean_environment[@]}" "${@:2}"
}

# A container like Docker's default: no user namespaces (a chroot has none), and only these capabilities, so mounts are
# not possible (https://docs.docker.com/engine/security/#linux-kernel-capabilities).
container_capabilities=(chown dac_override fsetid fowner mknod net_raw setgid setuid setfcap setpcap net_bind_service
  sys_chroot kill audit_write)
as_container() {
  mount_all "$1"
  local capabilities
  capabilities=$(printf ',+%s' "${container_capabilities[@]}")
  exec "${clean_environment[@]}" chroot . setpriv --bounding-set="-all$capabilities" "${@:2}"
}

[[ ${BASH_SOURCE[0]} != "$0" ]] || { set -euo pipefail; "$@"; }
