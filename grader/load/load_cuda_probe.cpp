#include "grader/load/load_cuda_probe.h"

#include "grader/load/json_document.h"
#include "grader/load/json_node.h"

namespace gridmark::load {
namespace {

constexpr auto cuda_probe_source = Error::Source::toolchain;
constexpr char probe_program[] = "gridmark-cuda-probe";
constexpr std::size_t most_gpus = 1024;

CudaGpu read_gpu(const Node& node) {
  node.keys({"name", "uuid", "compute_capability", "memory_bytes"});
  CudaGpu gpu;
  gpu.name = node["name"].text(0, 256);
  gpu.uuid = node["uuid"].text(1, 64);
  const std::vector<Node> numbers = node["compute_capability"].elements(2);
  if (numbers.size() != 2) {
    node["compute_capability"].expected("two numbers");
    return gpu;
  }
  gpu.major = static_cast<int>(numbers[0].whole({0, 1000, "a major number"}));
  gpu.minor = static_cast<int>(numbers[1].whole({0, 1000, "a minor number"}));
  gpu.memory_bytes = static_cast<std::uint64_t>(node["memory_bytes"].whole({0, 1e15, "a number of bytes"}));
  return gpu;
}

CudaMachine read_machine(const Node& root) {
  root.keys({"version", "problem", "cuda", "driver", "gpus"});
  root["version"].whole({1, 1, "version 1"});
  CudaMachine machine;
  machine.problem = root["problem"].text(0, 1024);
  machine.driver = root["driver"].text(0, 96);
  for (const Node& gpu : root["gpus"].elements(most_gpus)) machine.gpus.push_back(read_gpu(gpu));
  return machine;
}

}  // namespace

Result<CudaMachine> load_cuda_probe(std::string_view text) {
  const auto document = TRY(parse_document(text, probe_program, {cuda_probe_source}));
  Reading reading{cuda_probe_source, probe_program};
  CudaMachine machine = read_machine(Node(document, reading));
  return finish(reading, std::move(machine));
}

}  // namespace gridmark::load
