#!/bin/bash
# What ./gridmark does before the program starts: packages, build, hand-over.
#
# The real script runs in a folder of its own with a PATH that holds a few real tools and, in place of
# dpkg-query, apt-get, sudo, cmake, ninja and ctest, small ones that note how they were called.
# Usage: front_door_test.sh [CASE...]     (default: every function below named it_...)
set -uo pipefail

source_root=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../..")
scratch=$(mktemp -d)
chmod 755 "$scratch"
trap 'rm -rf "$scratch"' EXIT

# --- the world a case runs in -----------------------------------------------------------------------

real_tools=(awk bash cat chmod cut dirname env flock grep mkdir mv nproc readlink rm sed sleep tail touch true)

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
if [[ -e $WORLD/slow_build ]]; then  # goes on when the case removes the file, or after a minute
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
  mkdir -p "$bin" "$TREE" "$WORLD/elsewhere"
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

# Calls the front door from another folder; its output lands in $output, its exit code in $status.
call() { call_as "${as_user[*]}" "$@"; }
call_as_root() { call_as "${as_root[*]}" "$@"; }
call_as() {
  local who
  read -ra who <<<"$1"
  output=$(cd "$WORLD/elsewhere" && "${clean_environment[@]}" "${who[@]}" \
    env PATH="$bin" "$TREE/gridmark" "${@:2}" 2>&1 </dev/null)
  status=$?
}

# The same as root on a terminal on which somebody types $1.
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

# --- cases: packages --------------------------------------------------------------------------------

it_stops_with_the_exact_command_when_nobody_can_be_asked() {
  printf 'g++\nlibdw-dev\n' >"$WORLD/missing"
  call grade lab1
  exits_with 2
  says 'sudo apt-get update && sudo apt-get install --yes --no-install-recommends g++ libdw-dev'
  is_silent_about 'bubblewrap'
  never_called apt
  never_called cmake
}

it_does_not_install_as_root_without_being_told() {
  echo bubblewrap >"$WORLD/missing"
  call_as_root grade lab1
  exits_with 2
  says '  apt-get update && apt-get install --yes --no-install-recommends bubblewrap'
  never_called apt
}

it_installs_as_root_when_told_yes() {
  echo bubblewrap >"$WORLD/missing"
  call_as_root --yes grade lab1
  exits_with 7
  noted apt '--yes install --no-install-recommends bubblewrap'
  never_called sudo
  says '<grade>'
  is_silent_about '<--yes>'
}

it_installs_in_ci_without_being_told() {
  echo ninja-build >"$WORLD/missing"
  clean_environment+=(CI=true)
  call_as_root labs
  clean_environment=("${clean_environment[@]:0:${#clean_environment[@]}-1}")
  exits_with 7
  noted apt 'install --no-install-recommends ninja-build'
}

it_installs_with_sudo_where_sudo_asks_nothing() {
  echo cmake >"$WORLD/missing"
  call grade lab1 --yes
  exits_with 7
  noted sudo 'install --no-install-recommends cmake'
}

it_stops_where_sudo_would_need_a_password_and_nobody_is_there() {
  echo cmake >"$WORLD/missing"
  touch "$WORLD/sudo_refuses"
  call grade lab1 --yes
  exits_with 2
  never_called apt
}

it_shows_what_apt_said_when_it_fails() {
  echo cmake >"$WORLD/missing"
  touch "$WORLD/apt_fails"
  call_as_root grade lab1 --yes
  exits_with 2
  says 'E: Unable to locate package'
}

it_asks_on_a_terminal_and_takes_no_for_an_answer() {
  echo cmake >"$WORLD/missing"
  call_on_terminal n grade lab1
  exits_with 2
  says 'Install them now?'
  never_called apt
}

it_asks_on_a_terminal_and_installs_after_enter() {
  echo cmake >"$WORLD/missing"
  call_on_terminal '' grade lab1
  exits_with 7
  noted apt 'install --no-install-recommends cmake'
}

it_helps_before_anything_can_be_built() {
  echo cmake >"$WORLD/missing"
  call --help
  exits_with 0
  says 'Usage: ./gridmark'
  never_called apt
}

it_names_the_missing_tools_where_there_is_no_dpkg() {
  rm "$bin/dpkg-query" "$bin/apt-get" "$bin/ninja"
  call grade lab1 --yes
  exits_with 2
  says 'ninja-build'
  says 'libseccomp-dev'
}

# --- cases: build and hand-over ---------------------------------------------------------------------

it_hands_over_arguments_folder_and_exit_code() {
  call grade 'a lab' --submission ../x
  exits_with 7
  says "$WORLD/elsewhere"
  says '<a lab>'
  says '<../x>'
  noted ninja ' product'
}

it_works_through_a_symbolic_link() {
  ln -s "$TREE/gridmark" "$WORLD/elsewhere/link"
  output=$(cd / && PATH=$bin "$WORLD/elsewhere/link" labs 2>&1)
  status=$?
  exits_with 7
}

it_configures_once_and_is_silent_the_second_time() {
  call labs
  call labs
  exits_with 7
  is_silent_about 'gridmark:'
  [[ $(wc -l <"$WORLD/cmake.log") == 1 ]] || failed 'configured twice'
}

it_configures_again_after_the_checkout_moved() {
  call labs
  mv "$TREE" "$WORLD/moved"
  TREE=$WORLD/moved
  call labs
  exits_with 7
  noted cmake --fresh
}

it_configures_again_after_the_presets_changed() {
  call labs
  touch -d '+1 hour' "$TREE/CMakePresets.json"
  call labs
  noted cmake --fresh
}

# The real figure (below 0.2 s) is measured by hand on a quiet machine; this catches a second build.
it_starts_quickly_the_second_time() {
  call labs
  local start=${EPOCHREALTIME/./}
  call labs
  ((${EPOCHREALTIME/./} - start < 2000000)) || failed 'the second call took 2 s or more'
}

it_shows_the_error_when_the_build_fails() {
  touch "$WORLD/build_fails"
  call labs
  exits_with 2
  says 'two.cpp:7: error: no such thing'
  says 'build/release/build.log'
}

it_shows_the_error_when_configuring_fails() {
  touch "$WORLD/configure_fails"
  call labs
  exits_with 2
  says 'could not find fmt'
  never_called ninja
}

it_keeps_standard_output_for_the_program() {
  output=$(cd "$WORLD" && PATH=$bin "$TREE/gridmark" labs 2>/dev/null)
  status=$?
  is_silent_about 'gridmark: '
  says '<labs>'
}

it_shows_one_changing_line_on_a_terminal() {
  call_on_terminal '' labs
  says $'\rgridmark: building 1/2'
  says $'\rgridmark: building 2/2'
}

it_waits_for_another_build() {
  touch "$WORLD/slow_build"
  "${clean_environment[@]}" PATH="$bin" "$TREE/gridmark" labs >/dev/null 2>&1 &
  local first=$!
  wait_until test -e "$WORLD/building"
  "${clean_environment[@]}" PATH="$bin" "$TREE/gridmark" labs >"$WORLD/said" 2>&1 &
  local second=$!
  wait_until grep -q 'another ./gridmark is building; waiting for it' "$WORLD/said"
  rm "$WORLD/slow_build"
  wait "$first"
  wait "$second"
  status=$? output=$(cat "$WORLD/said")
  exits_with 7
}

it_leaves_no_build_behind_when_killed() {
  touch "$WORLD/slow_build"
  "${clean_environment[@]}" PATH="$bin" "$TREE/gridmark" labs >"$WORLD/said" 2>&1 &
  local door=$!
  wait_until test -e "$WORLD/building"
  kill -TERM "$door"
  wait "$door"
  status=$? output=$(cat "$WORLD/said")
  exits_with 143
  says 'stopped'
  flock --nonblock "$TREE/build/lock" true || failed 'something still holds the lock'
  ! pgrep -f "$WORLD" >/dev/null || failed "still running: $(pgrep -af "$WORLD")"
}

it_keeps_the_lock_while_an_orphaned_build_goes_on() {
  touch "$WORLD/slow_build"
  "${clean_environment[@]}" PATH="$bin" "$TREE/gridmark" labs >/dev/null 2>&1 &
  local door=$!
  wait_until test -e "$WORLD/building"
  kill -KILL "$door"
  wait "$door" 2>/dev/null
  ! flock --nonblock "$TREE/build/lock" true || failed 'a second build could start beside the first'
  rm "$WORLD/slow_build"
  wait_until flock --nonblock "$TREE/build/lock" true
}

it_says_where_it_may_not_write() {
  chmod a-w "$TREE"
  ((EUID != 0)) || chown root "$TREE"
  call labs
  exits_with 2
  says 'cannot write to'
  chmod u+w "$TREE"
}

# --- cases: self-test -------------------------------------------------------------------------------

it_tests_everything_but_what_is_slow() {
  call self-test -R core
  exits_with 0
  noted ninja ' all'
  noted cmake -DGRIDMARK_WERROR=ON
  noted ctest '-LE slow -R core'
  says '7 tests, 1 skipped, 0 failed'
  says 'A.NeedsADevice: no such device here'
  says 'self-test passed'
}

it_tests_what_is_slow_on_demand() {
  call self-test --slow
  grep -q -- '-LE slow' "$WORLD/ctest.log" && failed 'slow tests were left out'
  exits_with 0
}

it_exits_with_1_when_a_test_fails() {
  touch "$WORLD/tests_fail"
  call self-test
  exits_with 1
  says 'self-test failed'
}

# --- run --------------------------------------------------------------------------------------------

cases=("$@")
((${#cases[@]})) || mapfile -t cases < <(declare -F | sed -n 's/^declare -f \(it_.*\)/\1/p')
for name in "${cases[@]}"; do
  make_world "$name"
  output='' status=''
  "$name"
done
printf '%d cases, %d failures\n' "${#cases[@]}" "$failures"
((failures == 0))
