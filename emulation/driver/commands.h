#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "emulation/driver/host_compiler.h"
#include "emulation/driver/options.h"
#include "emulation/rewrite/rewrite.h"

namespace gridmark::driver {

/// The places of the toolkit's parts.
struct Toolkit {
  std::filesystem::path root;
  std::filesystem::path include() const { return root / "include"; }
  std::filesystem::path engine(Flavour flavour) const;
  /// The code of all libraries that come with CUDA.
  std::filesystem::path libraries_code() const;
  /// The folder with -lcublas and similar libraries.
  std::filesystem::path libraries() const;
};

/// The toolkit that this program belongs to: its bin/.. folder.
Toolkit own_toolkit();

/// The command lines of the host's compiler, for one set of options.
class Commands {
 public:
  /// `compiler` holds the first words of every command line.
  Commands(const Options& options, Toolkit toolkit, CommandLine compiler, bool colour);

  /// .cu -> preprocessed text on standard output, macros unexpanded.
  ///
  /// headers  of the system, by their complete names, to be included in front
  CommandLine preprocess(const std::string& source, const std::string& object,
                         const std::vector<std::string>& headers = {}) const;
  /// The same without __CUDA_ARCH__.
  CommandLine preprocess_for_host(const std::string& source, const std::string& object,
                                  const std::vector<std::string>& headers = {}) const;
  /// Rewritten text on standard input -> object, or assembly on standard output.
  CommandLine compile_rewritten(const std::string& object) const;
  /// True if code is added between compiler and assembler, as in the counted flavour.
  bool makes_assembly() const;
  /// The kind of object file for which a file is rewritten.
  rewrite::Unit unit() const;
  /// Assembly on standard input -> object.
  CommandLine assemble(const std::string& object) const;
  /// .cpp or .c -> object.
  CommandLine compile_plain(const Input& source, const std::string& object) const;
  CommandLine compile_expanded(const Input& source, const std::string& object) const;
  /// --keep-expanded: rewritten text on standard input -> NAME.ii next to the object.
  CommandLine expand_rewritten(const std::string& object) const;
  /// --keep-expanded: the same for a .cpp or .c.
  CommandLine expand_plain(const Input& source, const std::string& object) const;
  /// After these commands, changes the names of files in NAME.ii according to -ffile-prefix-map.
  void map_names_in_expanded(const std::string& object) const;
  bool relaxes_constexpr() const { return options_.relaxed_constexpr; }
  bool writes_repairs() const;
  bool keeps_expanded() const { return options_.keeps_expanded; }
  /// Objects and libraries, in the command line's order -> program, shared library, or module.
  CommandLine link(const std::vector<std::string>& inputs, const std::string& program) const;
  /// Objects -> static library.
  CommandLine archive(const std::vector<std::string>& objects, const std::string& library) const;
  /// An empty object, the result of a device link, because there is no device code to link.
  CommandLine empty_object(const std::string& object) const;

 private:
  CommandLine begin() const;
  CommandLine engine() const;
  bool makes_shared_code() const;
  bool makes_module() const;
  void add_code_generation(CommandLine& command) const;
  void add_language(CommandLine& command) const;
  void add_language_of(const Input& source, CommandLine& command) const;
  void leave_openmp_to_the_compiler(CommandLine& command) const;
  void add_preprocessor(CommandLine& command, const std::string& object) const;
  void add_cccl(CommandLine& command) const;

  const Options& options_;
  Toolkit toolkit_;
  CommandLine compiler_;
  HostCompiler host_compiler_;
  bool colour_;
};

}  // namespace gridmark::driver
