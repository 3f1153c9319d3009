#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "emulation/driver/options.h"

namespace gridmark::driver {

using CommandLine = std::vector<std::string>;

/// How one host compiler wants to be told what the driver asks of every compiler. What is spelt alike for all
/// is in commands.cpp.
struct HostCompiler {
  CommandLine fast;        ///< optimisation of the fast flavour, behind the level
  CommandLine counted;     ///< and of the counted flavour, level included
  CommandLine counting;    ///< calls of the counters' hooks (counters/access_hooks.cpp)
  CommandLine preprocess;  ///< .cu to a text that can be rewritten
  CommandLine rewritten;   ///< compiles that text; the language follows
  bool keeps_macros;       ///< its preprocessed text has them unexpanded
};

/// By the compiler's name: clang's has "clang" in it. `include` is the toolkit's folder of headers.
HostCompiler host_compiler(const CommandLine& compiler, const std::filesystem::path& include);

}  // namespace gridmark::driver
