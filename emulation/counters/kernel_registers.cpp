#include "emulation/counters/kernel_registers.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "emulation/demangled.h"
#include "emulation/runtime/kernel_symbols.h"
#include "gridmark/launch.h"

namespace gridmark::counters {
namespace {

struct ReportedKernel {
  std::string signature, name;
  int registers;
};

std::vector<ReportedKernel> reported_kernels() {
  std::vector<ReportedKernel> kernels;
  const char* name = std::getenv("GRIDMARK_REGISTERS");
  std::ifstream file(name ? name : "");
  std::string symbol;
  for (int registers = 0; file >> registers >> symbol;) {
    const std::string signature = emulation::demangled(symbol);
    kernels.push_back(
        {signature, std::string(emulation::bare_name(emulation::name_in(signature))), registers});
  }
  return kernels;
}

}  // namespace

int registers_of(const emulation::LaunchInfo& launch) {
  static const auto* const kernels = new std::vector(reported_kernels());
  if (kernels->empty()) return 0;
  const void* function = launch.call ? launch.call->function : nullptr;
  const std::string& signature = emulation::kernel_symbol(function).signature;
  const std::string_view spelled = emulation::bare_name(launch.kernel);
  int found = 0;
  for (const ReportedKernel& kernel : *kernels) {
    if (signature.empty() ? kernel.name != spelled : kernel.signature != signature) continue;
    if (found && found != kernel.registers) return 0;
    found = kernel.registers;
  }
  return found;
}

}  // namespace gridmark::counters
