// libFuzzer's entry: fuzz_rewriter.sh builds and runs it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/rewriter_property.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string broken = gridmark::fuzz::broken_promise({reinterpret_cast<const char*>(data), size});
  if (!broken.empty()) {
    std::fprintf(stderr, "the rewriter breaks a promise: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}
