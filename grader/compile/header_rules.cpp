#include "grader/compile/header_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>

#include "grader/compile/word_list.h"
#include "grader/core/cuda_libraries.h"
#include "grader/core/test_pattern.h"

namespace gridmark::compile {
namespace {

/// Of C++ and C, and those of POSIX that a program with threads and clocks includes.
constexpr std::string_view standard = R"(
algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex concepts
condition_variable coroutine deque exception execution expected flat_map flat_set format forward_list
functional future generator initializer_list iomanip ios iosfwd iostream istream iterator latch limits
list locale map mdspan memory memory_resource mutex new numbers numeric optional ostream print queue
random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span sstream stack
stdexcept stop_token streambuf string string_view strstream syncstream system_error thread tuple
type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector version cassert
cctype cerrno cfenv cfloat cinttypes climits clocale cmath csetjmp csignal cstdarg cstddef cstdint cstdio
cstdlib cstring ctime cuchar cwchar cwctype ccomplex cstdbool cstdalign ctgmath ciso646 assert.h complex.h
ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h stdalign.h
stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h strings.h
tgmath.h threads.h time.h uchar.h wchar.h wctype.h malloc.h memory.h values.h pthread.h semaphore.h
unistd.h sys/time.h sys/types.h omp.h bits/stdc++.h fstream filesystem
)";

bool is_standard(std::string_view name) {
  static const std::set<std::string_view> names = words_in(standard);
  return names.contains(name);
}

/// Of CUDA without its libraries.
constexpr std::string_view cudas_own = R"(
cuda* cuComplex.h cooperative_groups* device_* mma.h math_constants.h math_functions* vector_*
builtin_types.h driver_types.h driver_functions.h host_* surface_* texture_* channel_descriptor.h
common_functions.h sm_* nvToolsExt* nvtx3/* nv/target nvfunctional library_types.h crt/* helper_math.h
fatbinary_section.h
)";

bool is_header_of_cuda(std::string_view name) {
  static const std::set<std::string_view> patterns = words_in(cudas_own);
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](std::string_view pattern) { return matches(pattern, name); });
}

/// gridmark's own, for every lab; no library of CUDA is in its headers.
constexpr std::array<std::string_view, 6> kit{
    "labkit/tensor/*",    "labkit/comm/comm.h",         "labkit/comm/queue.h",
    "labkit/disk/disk.h", "labkit/services/services.h", "labkit/services/http.h"};

bool is_of_kit(std::string_view name) {
  return std::any_of(kit.begin(), kit.end(),
                     [&](std::string_view pattern) { return matches(pattern, name); });
}

/// Where compilers look for headers; `*` is one folder.
constexpr std::string_view folders = R"(
/gridmark/include/ /gridmark/cccl/*/ /gridmark/cuda/include/
/usr/local/cuda*/include/cccl/ /usr/local/cuda*/targets/*/include/cccl/
/usr/local/cuda*/include/ /usr/local/cuda*/targets/*/include/
/usr/include/c++/*/x86_64-linux-gnu/ /usr/include/x86_64-linux-gnu/c++/*/ /usr/include/c++/*/
/usr/lib/gcc/*/*/include/ /usr/lib/llvm-*/lib/clang/*/include/
/usr/include/x86_64-linux-gnu/ /usr/local/include/ /usr/include/
)";

/// As a program names it: "vector", "cublas_v2.h", "thrust/sort.h"; empty: from no folder of headers.
std::string name_of_header(const std::string& path) {
  static const std::set<std::string_view> all = words_in(folders);
  std::string shortest;
  for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1)) {
    const std::string_view folder = std::string_view(path).substr(0, end + 1);
    const auto depth = std::count(folder.begin(), folder.end(), '/');
    if (std::any_of(all.begin(), all.end(), [&](std::string_view pattern) {
          return std::count(pattern.begin(), pattern.end(), '/') == depth && matches(pattern, folder);
        }))
      shortest = path.substr(end + 1);
  }
  return shortest;
}

const CudaLibrary* library_with_header(std::string_view name) {
  for (const CudaLibrary& library : cuda_libraries)
    if (matches(library.header, name)) return &library;
  return nullptr;
}

std::string what_is_allowed(const Permissions& permissions) {
  std::string words = "C++'s and CUDA's own headers, the lab's and your own";
  if (!permissions.libraries.empty()) words += fmt::format(", {}", fmt::join(permissions.libraries, ", "));
  return words;
}

}  // namespace

std::optional<std::string> refused_header(const IncludedFile& file, const Permissions& permissions,
                                          const std::vector<std::string>& own_files) {
  const std::string path = std::filesystem::path(file.path).lexically_normal().generic_string();
  const bool own = std::find(own_files.begin(), own_files.end(), path) != own_files.end();
  if (own || path.starts_with("/lab/include/") || path.starts_with("/submission/")) return std::nullopt;
  const std::string name = name_of_header(path);
  const std::string shown = (name.empty() ? path : name).substr(0, 200);
  if (matches_any(permissions.headers.deny, shown))
    return fmt::format("includes {}, which this lab does not allow", shown);
  if (matches_any(permissions.headers.allow, shown)) return std::nullopt;
  if (const CudaLibrary* library = library_with_header(name)) {
    if (allows(permissions.libraries, *library)) return std::nullopt;
    return fmt::format("includes {} of {}, a library that this lab does not allow", shown, library->name);
  }
  if (!file.direct && !name.empty()) return std::nullopt;
  if (is_standard(name) || is_header_of_cuda(name) || is_of_kit(name)) return std::nullopt;
  return fmt::format("includes {}, which a graded submission may not use. Allowed are {}", shown,
                     what_is_allowed(permissions));
}

}  // namespace gridmark::compile
