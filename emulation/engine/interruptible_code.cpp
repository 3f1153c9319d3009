#include "emulation/engine/interruptible_code.h"

#include <elf.h>
#include <unwind.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

#include "emulation/engine/load_address.h"

namespace gridmark::emulation {
namespace {

enum class Owner : std::uint8_t { program, engine, launch };

struct Function {
  std::uintptr_t begin, end;
  Owner owner;
};

const std::vector<Function>* known_functions = nullptr;
std::atomic<bool> learned{false};

Owner owner_of(std::string_view symbol) {
  // Without optimisation a separate frame lies between the two.
  if (symbol.starts_with("_ZN8gridmark9emulation11run_threads") ||
      symbol.starts_with("_ZN8gridmark9emulation15BoundKernelCall"))
    return Owner::launch;
  const bool ours = symbol.starts_with("gridmark_") || symbol.starts_with("__tsan_") ||
                    symbol.starts_with("_ZN8gridmark") || symbol.starts_with("_ZNK8gridmark");
  return ours ? Owner::engine : Owner::program;
}

void add_symbols(const char* image, const Elf64_Shdr& table, const Elf64_Shdr& strings,
                 std::vector<Function>& functions) {
  const auto* symbols = reinterpret_cast<const Elf64_Sym*>(image + table.sh_offset);
  const char* names = image + strings.sh_offset;
  const std::uintptr_t base = load_address();
  for (std::size_t i = 0; i < table.sh_size / sizeof *symbols; ++i) {
    const Elf64_Sym& symbol = symbols[i];
    if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0) continue;
    const std::uintptr_t begin = base + symbol.st_value;
    functions.push_back({begin, begin + symbol.st_size, owner_of(names + symbol.st_name)});
  }
}

std::vector<Function>* read_functions() {
  auto* functions = new std::vector<Function>;
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::vector<char> image{std::istreambuf_iterator<char>(file), {}};
  if (image.size() < sizeof(Elf64_Ehdr)) return functions;
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(image.data());
  const auto* sections = reinterpret_cast<const Elf64_Shdr*>(image.data() + header->e_shoff);
  for (const Elf64_Shdr* table = sections; table != sections + header->e_shnum; ++table)
    if (table->sh_type == SHT_SYMTAB) add_symbols(image.data(), *table, sections[table->sh_link], *functions);
  std::sort(functions->begin(), functions->end(), [](auto& a, auto& b) { return a.begin < b.begin; });
  return functions;
}

const Function* function_at(std::uintptr_t instruction) {
  const auto after = std::upper_bound(known_functions->begin(), known_functions->end(), instruction,
                                      [](std::uintptr_t at, const Function& f) { return at < f.begin; });
  if (after == known_functions->begin()) return nullptr;
  const Function& found = *std::prev(after);
  return instruction < found.end ? &found : nullptr;
}

struct Walk {
  std::uintptr_t instruction;  ///< of the interrupted frame
  bool reached = false, launched = false;
};

_Unwind_Reason_Code look_at_frame(_Unwind_Context* context, void* data) {
  auto& walk = *static_cast<Walk*>(data);
  const std::uintptr_t at = _Unwind_GetIP(context);
  walk.reached |= at == walk.instruction;
  if (!walk.reached) return _URC_NO_REASON;  // frames of the signal handler
  const Function* function = function_at(at);
  if (!function || function->owner == Owner::engine) return _URC_END_OF_STACK;
  walk.launched = function->owner == Owner::launch;
  return walk.launched ? _URC_END_OF_STACK : _URC_NO_REASON;
}

}  // namespace

void learn_interruptible_code() {
  if (learned) return;
  known_functions = read_functions();
  learned = true;
}

bool is_interruptible(std::uintptr_t instruction) {
  if (!learned) return false;
  const Function* function = function_at(instruction);
  if (!function || function->owner == Owner::engine) return false;
  Walk walk{instruction};
  _Unwind_Backtrace(look_at_frame, &walk);
  return walk.launched;
}

}  // namespace gridmark::emulation
