// The scripts are the same for every version of the commands: what completes is asked for at each press of
// the key. The front door of a checkout would look for packages and build first; the program behind it
// answers at once.
#include "grader/cli/completions.h"

namespace gridmark::cli {
namespace {

constexpr const char* bash_script =
    R"sh(# Completion of gridmark for bash, as `gridmark completions bash` prints it.
_gridmark() {
  local program=${COMP_WORDS[0]/#\~\//$HOME/} built words=() join='' i line
  built=$(dirname -- "$(type -P -- "$program" || printf '%s' "$program")")/build/release/bin/gridmark
  [[ ! -x $built ]] || program=$built
  for ((i = 1; i <= COMP_CWORD; i++)); do  # bash takes --option=value apart
    if [[ ${COMP_WORDS[i]} == '=' && ${#words[@]} -gt 0 ]]; then
      words[-1]+='=' join=yes
    elif [[ -n $join ]]; then
      words[-1]+=${COMP_WORDS[i]} join=''
    else
      words+=("${COMP_WORDS[i]}")
    fi
  done
  local current=${COMP_WORDS[COMP_CWORD]}
  [[ $current != '=' ]] || current=''
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current") ;;
      :folders) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$current") ;;
      *) COMPREPLY+=("${line%%$'\t'*}") ; continue ;;
    esac
    compopt -o filenames 2>/dev/null
  done < <("$program" complete "${words[@]}" 2>/dev/null)
}
complete -F _gridmark gridmark ./gridmark
)sh";

constexpr const char* zsh_script = R"sh(#compdef gridmark
# Completion of gridmark for zsh, as `gridmark completions zsh` prints it.
_gridmark() {
  local program=${~words[1]} built line
  local -a candidates
  built=${${commands[$program]:-$program}:h}/build/release/bin/gridmark
  [[ ! -x $built ]] || program=$built
  for line in "${(@f)$("$program" complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      (:files) compset -P '--*='; _files ;;
      (:folders) compset -P '--*='; _files -/ ;;
      (?*) candidates+=("${${line%%$'\t'*}//:/\\:}${${(M)line%$'\t'*}/$'\t'/:}") ;;
    esac
  done
  (( ! $#candidates )) || { compset -P '--*='; _describe gridmark candidates; }
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _gridmark "$@"; else compdef _gridmark gridmark; fi
)sh";

constexpr const char* fish_script =
    R"sh(# Completion of gridmark for fish, as `gridmark completions fish` prints it.
function __gridmark_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l program $words[1]
    set -l built (path dirname -- (command -s -- $program; or echo $program))[1]/build/release/bin/gridmark
    test -x $built; and set program $built
    set -l before (string match -r -- '^--[^=]*=' $words[-1])
    for line in ($program complete $words[2..-1] 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path (string replace -r -- '^--[^=]*=' '' $words[-1])
            case :folders
                __fish_complete_directories (string replace -r -- '^--[^=]*=' '' $words[-1])
            case '*'
                echo "$before$line"  # in quotes: a list without elements leaves nothing
        end
    end
end
complete -c gridmark -f -a '(__gridmark_complete)'
)sh";

}  // namespace

std::string completion_script(const std::string& shell) {
  return shell == "bash" ? bash_script : shell == "zsh" ? zsh_script : fish_script;
}

}  // namespace gridmark::cli
