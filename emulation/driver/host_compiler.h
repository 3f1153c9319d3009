#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "emulation/driver/options.h"

namespace gridmark::driver {

using CommandLine = std::vector<std::string>;

/// The options of one host compiler for the driver's needs. Options with the same spelling for all are in
/// commands.cpp.
struct HostCompiler {
  CommandLine fast;        ///< optimisation of the fast flavour, behind the level
  CommandLine counted;     ///< the same for the counted flavour, with the level
  CommandLine counting;    ///< calls of the counters' hooks (counters/access_hooks.cpp)
  CommandLine preprocess;  ///< .cu to a text that can be rewritten
  CommandLine rewritten;   ///< compiles that text (the language follows)
  bool keeps_macros;       ///< its preprocessed text has them unexpanded
};

/// Chooses by the compiler's name: clang's contains "clang". `include` is the toolkit's folder of headers.
HostCompiler host_compiler(const CommandLine& compiler, const std::filesystem::path& include);

}  // namespace gridmark::driver
