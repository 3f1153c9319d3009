#!/bin/bash
# The environment for the cases of front_door_test.sh: a separate checkout, fake tools, and assertions.
# shellcheck disable=SC2154  # source_root and scratch are set by the test

# --- the world a case runs in -----------------------------------------------------------------------

real_tools=(awk bash cat chmod comm cut dirname env find flock grep mkdir mv nproc readlink rm sed sha256sum sleep sort tail touch true
  xargs)

fake() { cat >"$bin/$1" && chmod 755 "$bin/$1"; }

make_fake_packages() {
  fake dpkg-query <<'FAKE'
#!/bin/bash
for package in "$@"; do
  [[ $package == -* ]] || grep -qxF "$package" "$WORLD/missing" || printf 'ii |%s\n' "$package"
done
[[ ! -s $WORLD/missing ]]
FAKE
  fake apt-get <<'FAKE'
#!/bin/bash
printf '%s\n' "$*" >>"$WORLD/apt.log"
[[ -e $WORLD/apt_fails ]] && { echo 'E: Unable to locate package'; exit 100; }
[[ $* != *install* ]] || : >"$WORLD/missing"
FAKE
  fake sudo <<'FAKE'
#!/bin/bash
[[ ! -e $WORLD/sudo_refuses ]] || exit 1
[[ $1 != -n ]] || shift
printf '%s\n' "$*" >>"$WORLD/sudo.log"
exec "$@"
FAKE
}

make_fake_build() {
  fake cmake <<'FAKE'
#!/bin/bash
printf '%s\n' "$*" >>"$WORLD/cmake.log"
[[ -e $WORLD/configure_fails ]] && { echo 'CMake Error: could not find fmt'; exit 1; }
mkdir -p "$TREE/build/release" && cd "$TREE/build/release" || exit 1
echo "CMAKE_HOME_DIRECTORY:INTERNAL=$TREE" >CMakeCache.txt
touch build.ninja
FAKE
  fake ninja <<'FAKE'
#!/bin/bash
printf '%s\n' "$*" >>"$WORLD/ninja.log"
printf '[0/1] Re-checking globbed directories...\n'
if [[ -e $WORLD/slow_build ]]; then  # continues when the case removes the file, or after a minute
  echo '[1/9] one'
  : >"$WORLD/building"
  for ((i = 0; i < 600; i++)); do [[ -e $WORLD/slow_build ]] && sleep 0.1; done
fi
[[ -e $WORLD/build_fails ]] && { printf '[1/2] one\nFAILED: two.o\ntwo.cpp:7: error: no such thing\n'; exit 1; }
[[ -e $TREE/build/release/bin/gridmark ]] && { echo 'ninja: no work to do.'; exit; }
printf '[1/2] one\n[2/2] two\n'
mkdir -p "$TREE/build/release/bin"
printf '#!/bin/bash\necho "$PWD"\nprintf "<%%s>\\n" "$@"\nexit 7\n' >"$TREE/build/release/bin/gridmark"
chmod 755 "$TREE/build/release/bin/gridmark"
FAKE
  fake ctest <<'FAKE'
#!/bin/bash
printf '%s\n' "$*" >>"$WORLD/ctest.log"
mkdir -p "$TREE/build/release/Testing/Temporary"
cat >"$TREE/build/release/Testing/Temporary/LastTest.log" <<'LOG'
x.cpp:3: Skipped
no such device here
[  SKIPPED ] A.NeedsADevice (0 ms)
[==========] 5 tests from 2 test suites ran. (0 ms total)
[==========] 2 tests from 1 test suite ran. (0 ms total)
LOG
[[ ! -e $WORLD/tests_fail ]]
FAKE
}

# A fresh checkout in $TREE (its path has a space), everything installed, nothing built.
make_world() {
  export WORLD=$scratch/$1 TREE="$scratch/$1/a checkout"
  bin=$WORLD/bin
  mkdir -p "$bin" "$TREE/tests" "$WORLD/elsewhere"
  local tool
  for tool in "${real_tools[@]}"; do ln -s "$(type -P "$tool")" "$bin/$tool"; done
  make_fake_packages
  make_fake_build
  : >"$WORLD/missing"
  cp "$source_root/gridmark" "$TREE/gridmark"
  echo '{}' >"$TREE/CMakePresets.json"
  touch -d '1 hour ago' "$TREE/CMakePresets.json"
  chmod -R a+rwX "$WORLD"
}

if ((EUID == 0)); then
  as_root=() as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
else
  as_root=(unshare --map-root-user) as_user=()
fi
clean_environment=(env -u CI -u CCACHE_DIR HOME=/nonexistent)

# Calls the front door from another folder. Stores its output in $output and its exit code in $status.
call() { call_as "${as_user[*]}" "$@"; }
call_as_root() { call_as "${as_root[*]}" "$@"; }
call_as() {
  local who
  read -ra who <<<"$1"
  output=$(cd "$WORLD/elsewhere" && "${clean_environment[@]}" "${who[@]}" \
    env PATH="$bin" "$TREE/gridmark" "${@:2}" 2>&1 </dev/null)
  status=$?
}

# The same as root on a terminal, with $1 as typed input.
call_on_terminal() {
  output=$(printf '%s\n' "$1" | "${clean_environment[@]}" "${as_root[@]}" \
    script -qec "env PATH='$bin' '$TREE/gridmark' ${*:2}" /dev/null)
  status=$?
}

# --- assertions -------------------------------------------------------------------------------------

failures=0
failed() {
  printf '  FAILED %s: %s\n' "${FUNCNAME[2]}" "$1"
  printf '%s\n' "${output:-}" | sed 's/^/    | /'
  failures=$((failures + 1))
}
exits_with() { [[ $status == "$1" ]] || failed "exit code $status, not $1"; }
says() { [[ $output == *"$1"* ]] || failed "does not say: $1"; }
is_silent_about() { [[ $output != *"$1"* ]] || failed "says: $1"; }
noted() { grep -qF -- "$2" "$WORLD/$1.log" 2>/dev/null || failed "$1 was not called with: $2"; }
wait_until() {
  local attempt
  for ((attempt = 0; attempt < 600; attempt++)); do
    "$@" 2>/dev/null && return
    sleep 0.1
  done
  failed "waited a minute in vain for: $*"
}
never_called() { [[ ! -e $WORLD/$1.log ]] || failed "$1 was called: $(cat "$WORLD/$1.log")"; }
