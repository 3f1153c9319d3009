#include "emulation/driver/host_compiler.h"

#include <algorithm>

namespace gridmark::driver {
namespace {

/// Behaviour that nvcc defines and the C++ standard leaves open: memory read as another type than it was
/// written as, an index that runs on into an array's next row, a function that ends without its return.
/// __builtin_unreachable traps, so that g++ does not take the end of such a function for unreachable. A
/// kernel's access through a null pointer stays in the program, so that the device can report its line.
const std::vector<std::string> lenience_of_gcc{"-fno-strict-aliasing",
                                               "-fno-delete-null-pointer-checks",
                                               "-fno-aggressive-loop-optimizations",
                                               "-fsanitize=unreachable",
                                               "-fno-sanitize=return",
                                               "-fsanitize-undefined-trap-on-error"};
const std::vector<std::string> lenience_of_clang{"-fno-strict-aliasing", "-fno-delete-null-pointer-checks",
                                                 "-fno-strict-return", "-Xclang",
                                                 "-no-enable-noundef-analysis"};

std::vector<std::string> with_more(std::vector<std::string> first, const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// fast     SLP would merge the engine's two counter stores, which costs more than it gains. A barrier pushes
///          on the stack without the compiler's knowledge (gridmark/pass_on.h). Short loops of constant
///          length are unrolled, as a device's compiler does: the threads of a tile would all mispredict the
///          last round of theirs. Two conditions stay two branches, so that a loop over threads can be split
///          where one of them turns. A loop that waits for a flag stays, so that the watchdog can name it.
///          The flag is read only once if it is not volatile
/// counted  each access of the source must stay one access: GCC splits a float4 with -ftree-sra, and joins
///          neighbours with its vectorisers. Device functions are inlined as a device's compiler does, so
///          that the lanes of a warp meet again behind them. A large structure is copied by memcpy, which
///          is seen (counted_assembly.h), also if it is passed by value and has no hook
HostCompiler gcc() {
  return {with_more(lenience_of_gcc, {"-fno-tree-slp-vectorize", "-mno-red-zone", "-fpeel-loops",
                                      "--param=max-completely-peel-times=32",
                                      "--param=logical-op-non-short-circuit=0", "-fno-finite-loops"}),
          with_more(lenience_of_gcc, {"-O1", "-fno-tree-sra", "-fno-tree-vectorize",
                                      "-fno-tree-slp-vectorize", "-finline-small-functions",
                                      "-finline-functions", "-mmemcpy-strategy=libcall:-1:noalign"}),
          {"-fsanitize=thread", "--param=tsan-instrument-func-entry-exit=0",
           "--param=tsan-distinguish-volatile=1", "-Wno-tsan", "-fsanitize-coverage=trace-pc"},
          {"-fdirectives-only"},
          {"-fpreprocessed", "-fdirectives-only"},
          true};
}

/// clang cannot keep macros unexpanded. The words that the rewriter reads and writes are therefore defined
/// only when the rewritten text is compiled (gridmark/rewritten_words.h). That text has no other macros.
HostCompiler clang(const std::filesystem::path& include) {
  return {with_more(lenience_of_clang,
                    {"-fno-slp-vectorize", "-mno-red-zone", "-fno-finite-loops", "-gdwarf-aranges"}),
          with_more(lenience_of_clang,
                    {"-O1", "-fno-vectorize", "-fno-slp-vectorize", "-mllvm", "-sink-common-insts=false",
                     "-mllvm", "-hoist-common-insts=false", "-mllvm", "-simplifycfg-merge-cond-stores=false",
                     "-ffp-contract=off", "-gdwarf-4", "-gdwarf-aranges"}),
          {"-fsanitize=thread", "-mllvm", "-tsan-instrument-func-entry-exit=0", "-mllvm",
           "-tsan-distinguish-volatile=1", "-mllvm", "-tsan-instrument-read-before-write=1",
           "-fsanitize-coverage=bb,no-prune,trace-pc"},
          {"-DGRIDMARK_EXPANDED_LATER=1"},
          {"-undef", "-include", (include / "gridmark" / "rewritten_words.h").string()},
          false};
}

}  // namespace

HostCompiler host_compiler(const CommandLine& compiler, const std::filesystem::path& include) {
  const bool is_clang = std::any_of(compiler.begin(), compiler.end(), [](const std::string& word) {
    return std::filesystem::path(word).filename().string().find("clang") != word.npos;
  });
  return is_clang ? clang(include) : gcc();
}

}  // namespace gridmark::driver
