#include "emulation/driver/missing_names.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

namespace gridmark::driver {
namespace {

constexpr std::size_t most_names = 8;
constexpr std::size_t longest_line = 1000;

struct Library {
  const char *prefix, *name, *way_round;
};

/// The longer prefix first.
constexpr Library libraries[] = {
    {"cublasLt", "cuBLASLt", "use cublasLtMatmul, or cuBLAS"},
    {"cublas", "cuBLAS", "use its level 1 to 3 functions, the batched ones or GemmEx, or write a kernel"},
    {"cusparse", "cuSPARSE", "use cusparseSpMV or cusparseSpMM, or write a kernel"},
    {"cusolver", "cuSOLVER", "solve on the host with LAPACK, or with cublasStrsm"},
    {"cufft", "cuFFT", "use cufftPlanMany and cufftExec*"},
    {"curand", "cuRAND", "use curandGenerateUniform, Normal, LogNormal or Poisson, or curand_kernel.h"},
    {"nvrtc", "NVRTC", "link the kernels into the program"},
    {"nvml", "NVML", "use cudaGetDeviceProperties or cudaMemGetInfo"},
    {"nccl", "NCCL", "use ncclAllReduce, Broadcast, Reduce, AllGather, ReduceScatter, Send or Recv"},
    {"cuda", "the CUDA runtime", ""},
    {"cu", "the CUDA driver API", "use the CUDA runtime"},
};

const Library* library_of(std::string_view name) {
  for (const Library& library : libraries) {
    const std::string_view prefix = library.prefix;
    const bool long_enough = name.size() > prefix.size() && name.starts_with(prefix);
    if (long_enough && name[prefix.size()] >= 'A' && name[prefix.size()] <= 'Z') return &library;
  }
  return nullptr;
}

/// The name in "‘cuFoo’ was not declared in this scope" or "use of undeclared identifier 'cuFoo'".
std::string undeclared_name(const std::string& line) {
  static const std::regex words(
      R"( error: (?:use of undeclared identifier )?(?:‘|')(\w+)(?:’|')(?: was not declared.*)?)");
  std::smatch found;
  const bool complains = line.size() < longest_line && line.find("declared") != std::string::npos;
  return complains && std::regex_search(line, found, words) ? found[1].str() : "";
}

bool declares(const std::filesystem::path& header, const std::string& function) {
  std::ifstream file(header);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return text.find(" " + function + "(") != std::string::npos;
}

/// cuGraphCreate -> cudaGraphCreate, if the runtime has it, or "".
std::string of_the_runtime(const std::string& driver_function, const std::filesystem::path& include) {
  const std::string name = "cuda" + driver_function.substr(2);
  std::error_code ignored;
  for (const auto& header : std::filesystem::directory_iterator(include / "gridmark", ignored)) {
    if (header.path().filename().string().starts_with("runtime_") && declares(header, name)) return name;
  }
  return "";
}

/// The text after the name in the message.
std::string way_round(const Library& library, const std::string& name, const std::filesystem::path& include) {
  const std::string same = std::string_view(library.prefix) == "cu" ? of_the_runtime(name, include) : "";
  const std::string way = same.empty() ? library.way_round : "use " + same + " of the CUDA runtime";
  return way.empty() ? "" : ": " + way;
}

}  // namespace

std::string about_missing_names(std::string_view messages, const std::filesystem::path& include) {
  std::string text;
  std::set<std::string> said;
  std::istringstream lines{std::string(messages)};
  for (std::string line; said.size() < most_names && std::getline(lines, line);) {
    const std::string name = undeclared_name(line);
    const Library* library = library_of(name);
    if (!library || !said.insert(name).second) continue;
    text +=
        fmt::format("note: the emulated device has no {} of {}{}. docs/emulation.md lists all that it has\n",
                    name, library->name, way_round(*library, name, include));
  }
  return text;
}

}  // namespace gridmark::driver
