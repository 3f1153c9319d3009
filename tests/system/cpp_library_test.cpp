#include "grader/system/cpp_library.h"

#include <gtest/gtest.h>

namespace gridmark::system {
namespace {

TEST(CppLibrary, HasFunctionsThatNoHeaderHas) {
  for (const char* name : {"_ZNSt6chrono3_V212steady_clock3nowEv", "_ZSt9terminatev", "_ZSt4cout"})
    EXPECT_TRUE(is_defined_by_cpp_library_alone(name)) << name;
}

// A compiler copies these into any program. The last two belong to the C library and to no library.
TEST(CppLibrary, SharesTemplatesAndInlineFunctionsWithPrograms) {
  for (const char* name : {"_ZNSt6vectorIiSaIiEE9push_backERKi", "_ZNSt11char_traitsIcE2eqERKcS2_",
                           "_ZNSt5mutex4lockEv", "_ZNSsC1EPKcRKSaIcE", "malloc", "_ZN4mine1fEv"})
    EXPECT_FALSE(is_defined_by_cpp_library_alone(name)) << name;
}

}  // namespace
}  // namespace gridmark::system
