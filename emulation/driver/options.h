#pragma once
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "protocol/flavour.h"

namespace gridmark::driver {

/// One file, or one -l of the command line. Their order matters to the linker.
struct Input {
  enum class Kind { cuda, cplusplus, c, linked };
  Kind kind;
  std::string name;  ///< as given
};

struct Options {
  enum class Action {
    link,
    shared_library,
    module,
    archive,
    compile,
    device_link,
    rewrite,
    clangd,
    help,
    version
  };
  Action action = Action::link;
  Flavour flavour = Flavour::fast;
  std::string output;         ///< if empty, a.out, or NAME.o with -c
  std::string module_suffix;  ///< ".ptx", ".cubin" or ".fatbin", as requested
  std::string output_folder;  ///< for objects whose name is not given
  std::string standard = "gnu++17";
  std::string optimisation;   ///< "-O3", or empty for the flavour's level. The counted flavour ignores it
  std::string host_compiler;  ///< words separated by blanks, or empty for $CXX, then g++
  std::string cuda_path;      ///< the folder of a CUDA toolkit, or empty to search for one
  std::string engine;         ///< an object to link in place of the toolkit's engine and libraries
  std::vector<std::string> preprocessor;  ///< -I -D -U -include -isystem, as given
  std::vector<std::string> compiler;      ///< -W -f -g ..., as given
  std::vector<std::string> linker;        ///< -L -Wl,..., as given
  bool dependencies = false;              ///< -MD
  std::string dependency_file;            ///< -MF, or empty for the object's name with .d
  bool relocatable = false;               ///< -rdc=true, -dc: files share their __device__ variables
  bool relaxed_constexpr =
      false;                ///< --expt-relaxed-constexpr: device code calls the host's constexpr functions
  bool syntax_pass = true;  ///< clang checks the source too, if it is installed
  bool sources_are_cuda = false;       ///< -x cu
  bool keeps_expanded = false;         ///< --keep-expanded: NAME.ii next to each object
  bool prints_commands = false;        ///< -v, --dryrun
  bool dry_run = false;                ///< --dryrun: prints the commands, runs none
  bool runs_program = false;           ///< --run
  bool has_arguments = false;          ///< --
  std::vector<std::string> arguments;  ///< for the program that --run starts
  std::vector<Input> inputs;
};

/// Given with older C++ standards, because newer ones refuse their `register`. C has no such warning.
inline constexpr const char* no_register_warning = "-Wno-register";

/// Reads a command line without the program's name. The error is one message for the user.
tl::expected<Options, std::string> read_options(const std::vector<std::string>& arguments);

std::string help_text();
std::string version_text();

}  // namespace gridmark::driver
