#include "grader/compile/cuda_options.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "grader/system/files.h"

namespace gridmark::compile {
namespace {

constexpr std::int64_t most_bytes = 4096;

std::string text_of(const std::filesystem::path& file) {
  std::string text = system::read_file(file, most_bytes).value_or("");
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

std::vector<std::string> cuda_code_options(const system::ProgramPaths& paths) {
  std::vector<std::string> options;
  std::istringstream words(text_of(paths.cuda_toolkit() / "lib" / "code_options"));
  for (std::string word; words >> word;) options.push_back(word);
  return options;
}

std::vector<std::string> cuda_library_options(const std::vector<std::string>& libraries) {
  static constexpr std::array<std::string_view, 7> linked{"cufft", "curand", "cusparse", "cusolver",
                                                          "nccl",  "nvrtc",  "nvml"};
  std::vector<std::string> options;
  for (const std::string_view library : linked)
    if (std::find(libraries.begin(), libraries.end(), library) != libraries.end())
      options.push_back(library == "nvml" ? "-lnvidia-ml" : "-l" + std::string(library));
  return options;
}

std::filesystem::path cuda_root(const system::ProgramPaths& paths) {
  return text_of(paths.cuda_toolkit() / "lib" / "root");
}

}  // namespace gridmark::compile
