#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "emulation/driver/options.h"

namespace gridmark::driver {

using CommandLine = std::vector<std::string>;

/// Where the toolkit's parts lie.
struct Toolkit {
  std::filesystem::path root;
  std::filesystem::path include() const { return root / "include"; }
  std::filesystem::path library(Flavour flavour) const;
};

/// The toolkit that this program belongs to: its bin/.. folder.
Toolkit own_toolkit();

/// The command lines of the host's compiler, for one set of options.
class Commands {
 public:
  /// `compiler` is the first words of every command line.
  Commands(const Options& options, Toolkit toolkit, CommandLine compiler, bool colour);

  /// .cu -> preprocessed text on standard output, macros unexpanded.
  CommandLine preprocess(const std::string& source, const std::string& object) const;
  /// Rewritten text on standard input -> object.
  CommandLine compile_rewritten(const std::string& object) const;
  /// .cpp -> object.
  CommandLine compile_plain(const std::string& source, const std::string& object) const;
  /// Objects and libraries, in the command line's order -> program.
  CommandLine link(const std::vector<std::string>& inputs, const std::string& program) const;

 private:
  CommandLine begin() const;
  void add_language(CommandLine& command) const;
  void add_preprocessor(CommandLine& command, const std::string& object) const;
  void add_cccl(CommandLine& command) const;

  const Options& options_;
  Toolkit toolkit_;
  CommandLine compiler_;
  bool colour_;
};

}  // namespace gridmark::driver
