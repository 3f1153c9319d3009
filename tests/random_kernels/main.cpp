// Compares random kernels on the emulated device with the naive interpreter, byte for byte, in both flavours,
// on one operating-system thread and on three. The counted flavour must not have findings.
//
//   test_random_kernels --compiler GRIDMARK_CC [--seed 1] [--count 200] [--batch 100]
//   test_random_kernels --compiler GRIDMARK_CC --race 1   a kernel with a race must be found
//
// Kernel i has the seed `seed + i`, so `--seed S --count 1` repeats a failure. The first failure is made as
// small as possible and printed as a program.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "tests/random_kernels/shrink.h"
#include "tests/random_kernels/source.h"

namespace gridmark::random_kernels {
namespace {

namespace fs = std::filesystem;

struct Failure {
  std::size_t kernel;
  std::string what;
};

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int status_of(const std::string& command) {
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

class Trial {
 public:
  Trial(std::string compiler, fs::path folder) : compiler_(std::move(compiler)), folder_(std::move(folder)) {}

  std::optional<Failure> run(const std::vector<Kernel>& kernels) {
    std::ofstream(at("kernels.cu")) << source(kernels);
    expected_.clear();
    for (const Kernel& kernel : kernels) expected_.push_back(interpret(kernel));
    for (const char* flavour : {"fast", "counted"}) {
      const int status = status_of("'" + compiler_ + "' --flavour " + flavour + " -O1 -w -std=c++17 " +
                                   at("kernels.cu") + " -o " + at("program") + " >" + at("said") + " 2>&1");
      if (status != 0) return Failure{0, "does not compile: " + contents(at("said")).substr(0, 4000)};
      for (const char* threads : {"1", "3"})
        if (auto failure = run_program(flavour, threads)) return failure;
    }
    return {};
  }

 private:
  std::string at(const char* name) const { return (folder_ / name).string(); }

  std::optional<Failure> run_program(const std::string& flavour, const std::string& threads) {
    const std::string how = flavour + ", GRIDMARK_THREADS=" + threads + ": ";
    fs::remove(at("profile.json"));
    fs::remove(at("memory"));
    const int status =
        status_of((flavour == "counted" ? "GRIDMARK_PROFILE=" + at("profile.json") : std::string()) +
                  " GRIDMARK_THREADS=" + threads + " timeout 3600 prlimit --cpu=300 " + at("program") + " " +
                  at("memory") + " >" + at("said") + " 2>&1");
    const std::string memory = contents(at("memory"));
    std::size_t offset = 0;
    for (std::size_t i = 0; i < expected_.size(); ++i) {
      const std::size_t bytes = expected_[i].size() * 4;
      if (memory.compare(offset, bytes, reinterpret_cast<const char*>(expected_[i].data()), bytes) != 0)
        return Failure{i, how + "status " + std::to_string(status) + ", " + difference(i, memory, offset) +
                              contents(at("said")).substr(0, 2000)};
      offset += bytes;
    }
    if (status != 0) return Failure{0, how + "status " + std::to_string(status) + " " + contents(at("said"))};
    return flavour == "counted" ? finding(how) : std::nullopt;
  }

  std::string difference(std::size_t kernel, const std::string& memory, std::size_t offset) const {
    const std::vector<std::uint32_t>& words = expected_[kernel];
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::uint32_t word = 0;
      if (offset + 4 * i + 4 > memory.size()) return "memory ends after word " + std::to_string(i) + "\n";
      memory.copy(reinterpret_cast<char*>(&word), 4, offset + 4 * i);
      if (word != words[i])
        return "word " + std::to_string(i) + " is " + std::to_string(word) + ", expected " +
               std::to_string(words[i]) + " (slot " + std::to_string(i % slots) + " of thread " +
               std::to_string(i / slots) + ")\n";
    }
    return {};
  }

  /// A finding names a line of the program, and its kernel is the last one that begins before it. Shuffles
  /// may use lanes outside the mask on purpose. Their value is 0 here, as in the interpreter.
  std::optional<Failure> finding(const std::string& how) const {
    const auto profile = nlohmann::json::parse(contents(at("profile.json")), nullptr, false);
    if (!profile.is_object() || !profile.contains("findings")) return Failure{0, how + "no profile"};
    for (const auto& found : profile["findings"])
      if (found.value("kind", "") != "undefined_shuffle")
        return Failure{kernel_of(found.dump()), how + "a finding: " + found.dump(1)};
    return {};
  }

  std::size_t kernel_of(const std::string& text) const {
    const std::size_t name = text.find("kernel_");
    return name == std::string::npos ? 0 : std::strtoul(text.c_str() + name + 7, nullptr, 10);
  }

  std::string compiler_;
  fs::path folder_;
  std::vector<std::vector<std::uint32_t>> expected_;
};

int report(Trial& trial, const std::vector<Kernel>& kernels, const Failure& failure) {
  const Kernel& kernel = kernels[failure.kernel];
  std::cout << "seed " << kernel.seed << ": " << failure.what << std::endl;
  if (!trial.run({kernel})) {
    std::cout << "it passes alone" << std::endl;
    return 1;
  }
  const Kernel small =
      shrink(kernel, [&](const Kernel& candidate) { return trial.run({candidate}).has_value(); });
  std::cout << trial.run({small}).value_or(Failure{0, ""}).what << "\n" << source({small}) << std::endl;
  return 1;
}

/// The first kernel with more than one warp must pass unchanged, and must fail with a race in it.
int look_for_a_race(Trial& trial, std::uint64_t seed) {
  Kernel kernel = random_kernel(seed);
  while (kernel.threads() <= 32) kernel = random_kernel(++seed);
  if (const auto failure = trial.run({kernel})) return report(trial, {kernel}, *failure);
  kernel.racy = true;
  const auto failure = trial.run({kernel});
  const bool found = failure && failure->what.find("a finding: ") != std::string::npos;
  std::cout << (failure ? failure->what : "the race was not found") << std::endl;
  return found ? 0 : 1;
}

int main(int count, char** arguments) {
  std::string compiler;
  std::uint64_t seed = 1, left = 200, batch = 100;
  bool race = false;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = arguments[i];
    if (name == "--compiler") compiler = arguments[i + 1];
    if (name == "--seed") seed = std::strtoull(arguments[i + 1], nullptr, 10);
    if (name == "--count") left = std::strtoull(arguments[i + 1], nullptr, 10);
    if (name == "--race") race = true;
    if (name == "--batch") batch = std::strtoull(arguments[i + 1], nullptr, 10);
  }
  if (compiler.empty()) return std::cerr << "give --compiler\n", 2;
  std::string pattern = (fs::temp_directory_path() / "random-kernels-XXXXXX").string();
  const fs::path folder = mkdtemp(pattern.data());
  Trial trial(compiler, folder);
  if (race) left = 0;
  int status = race ? look_for_a_race(trial, seed) : 0;
  std::cout << "seeds from " << seed << ", " << left << " kernels" << std::endl;
  while (left > 0 && status == 0) {
    std::vector<Kernel> kernels;
    for (; left > 0 && kernels.size() < batch; --left) kernels.push_back(random_kernel(seed++));
    if (const auto failure = trial.run(kernels)) status = report(trial, kernels, *failure);
    std::cout << left << " left" << std::endl;
  }
  fs::remove_all(folder);
  return status;
}

}  // namespace
}  // namespace gridmark::random_kernels

int main(int count, char** arguments) { return gridmark::random_kernels::main(count, arguments); }
