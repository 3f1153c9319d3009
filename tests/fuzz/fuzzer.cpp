// libFuzzer's entry point. fuzz.sh builds and runs it with GRIDMARK_PROMISE, one of promises.h.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/promises.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string broken = gridmark::fuzz::GRIDMARK_PROMISE({reinterpret_cast<const char*>(data), size});
  if (!broken.empty()) {
    std::fprintf(stderr, "a promise is broken: %s\n", broken.c_str());
    std::abort();
  }
  return 0;
}
