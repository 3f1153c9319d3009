#include "emulation/counters/device_variables.h"

#include <algorithm>
#include <string_view>

#include "emulation/engine/program_symbols.h"

/// Addresses of variables.
extern "C" {
extern const std::uintptr_t __start_gridmark_device_variables[] __attribute__((weak, visibility("hidden")));
extern const std::uintptr_t __stop_gridmark_device_variables[] __attribute__((weak, visibility("hidden")));
}

namespace gridmark::counters {
namespace {

/// Names that g++ and clang give the functions that construct a file's variables.
bool constructs_variables(std::string_view symbol) {
  for (std::string_view prefix :
       {"_GLOBAL__sub_I_", "_Z41__static_initialization_and_destruction_0", "__cxx_global_var_init"})
    if (symbol.starts_with(prefix)) return true;
  return false;
}

}  // namespace

DeviceVariables::DeviceVariables(const ProgramVariables& variables) {
  for (const std::uintptr_t* at = __start_gridmark_device_variables; at < __stop_gridmark_device_variables;
       ++at) {
    const ProgramVariable* variable = variables.at_or_before(*at);
    if (variable && variable->address == *at) variables_.push_back(variable);
  }
  if (variables_.empty()) return;
  std::sort(variables_.begin(), variables_.end(), [](auto a, auto b) { return a->address < b->address; });
  emulation::for_each_symbol([&](const Elf64_Sym& symbol, const char* name) {
    if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || !constructs_variables(name)) return;
    const std::uintptr_t begin = variables.load_address() + symbol.st_value;
    constructors_.emplace_back(begin, begin + symbol.st_size);
  });
  first_ = variables_.front()->address;
  span_ = variables_.back()->end() - first_;
}

const ProgramVariable* DeviceVariables::find(std::uintptr_t address) const {
  const auto after = std::upper_bound(
      variables_.begin(), variables_.end(), address,
      [](std::uintptr_t a, const ProgramVariable* variable) { return a < variable->address; });
  if (after == variables_.begin()) return nullptr;
  const ProgramVariable* variable = *std::prev(after);
  return address < variable->end() ? variable : nullptr;
}

bool DeviceVariables::is_construction(const emulation::CallStack& stack) const {
  const auto is_inside = [&](const void* place) {
    const auto at = reinterpret_cast<std::uintptr_t>(place);
    return std::any_of(constructors_.begin(), constructors_.end(),
                       [&](const auto& code) { return at > code.first && at <= code.second; });
  };
  return std::any_of(stack.return_addresses.begin(), stack.return_addresses.end(), is_inside);
}

}  // namespace gridmark::counters
