# Sourced by tests that need packages from npm.

# npm_packages FROM INTO: installs the packages of FROM/package-lock.json in INTO/node_modules. Ends the test with 2,
# and does not skip, if npm or its registry is missing. Packages from an earlier run are used again.
npm_packages() {
  local from=$1 into=$2 test
  test=$(basename "$0")
  command -v npm >/dev/null || { echo "$test: found no npm; install it: apt-get install npm"; exit 2; }
  mkdir -p "$into"
  cmp -s "$from/package-lock.json" "$into/package-lock.json" && [[ -d $into/node_modules ]] && return
  rm -rf "$into/node_modules"
  cp "$from/package.json" "$from/package-lock.json" "$into/"
  (cd "$into" && npm ci --ignore-scripts --no-audit --no-fund) >"$into/npm.log" 2>&1 && return
  tail -n 5 "$into/npm.log"
  echo "$test: npm ci could not get what $from/package.json names; it needs a registry (log: $into/npm.log)"
  rm -rf "$into/node_modules" "$into/package-lock.json"
  exit 2
}
