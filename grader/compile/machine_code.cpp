#include "grader/compile/machine_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "grader/compile/disassembler.h"
#include "grader/compile/symbol_names.h"
#include "grader/compile/word_list.h"

namespace gridmark::compile {
namespace {

/// Ways into the kernel or a hypervisor, segments and their bases, protection keys, ports, and flags that
/// trap. Transactions, in which a closed page makes no signal. User interrupts, because a processor without
/// stui may read it as wrpkru with a prefix.
constexpr std::string_view refused_instructions = R"(
syscall sysenter sysret sysretl sysretq sysexit sysexitl sysexitq int int1 into iret iretl iretq iretw
vmcall vmmcall vmfunc enclu getsec
lcall lcalll lcallq lcallw ljmp ljmpl ljmpq ljmpw lret lretl lretq lretw
lds les lss lfs lgs swapgs wrfsbase wrgsbase rdfsbase rdgsbase
wrpkru rdpkru xrstor xrstor64 xrstors xrstors64 xsetbv
in insb insw insl out outsb outsw outsl hlt cli sti popf popfq popfw
xbegin xend xabort clui stui testui uiret senduipi
)";

bool is_refused(const Instruction& instruction) {
  static const std::set<std::string_view> names = words_in(refused_instructions);
  return names.contains(instruction.name);
}

/// mov %eax,%fs: it would move the thread's memory.
bool loads_segment(const Instruction& instruction) {
  if (!instruction.name.starts_with("mov") && !instruction.name.starts_with("pop")) return false;
  for (const std::string_view segment : {"%fs", "%gs", "%ss", "%ds", "%es"})
    if (instruction.text.ends_with(segment)) return true;
  return false;
}

bool is_padding(const Instruction& instruction) {
  return instruction.name.starts_with("nop") || instruction.name == "int3" ||
         instruction.text == "xchg   %ax,%ax";
}

/// Whether it reads or writes through a pointer: not on the stack, not a variable by its name.
bool reaches_memory(const Instruction& instruction) {
  const std::size_t open = instruction.text.find("(%");
  if (open == instruction.text.npos || instruction.name == "lea" || is_padding(instruction)) return false;
  const std::string_view base = instruction.text.substr(open + 2, 3);
  return base != "rsp" && base != "rbp" && base != "rip";
}

/// Thunks, parts that an exception enters, and the engine's loop over threads. The compiler makes these
/// without calls of the counters.
bool needs_no_counting(const std::string& function) {
  return function.starts_with("_ZT") || function.starts_with("_ZN8gridmark9emulation") ||
         function.find(".cold") != function.npos;
}

using FunctionsBySection = std::map<std::size_t, std::vector<const ObjectSymbol*>>;

FunctionsBySection functions_by_section(const ObjectFile& object) {
  FunctionsBySection all;
  for (const ObjectSymbol& symbol : object.symbols)
    if (symbol.function) all[symbol.section].push_back(&symbol);
  for (auto& [section, functions] : all)
    std::sort(functions.begin(), functions.end(),
              [](const ObjectSymbol* a, const ObjectSymbol* b) { return a->begin < b->begin; });
  return all;
}

/// The functions of one section.
class Functions {
 public:
  Functions(std::vector<const ObjectSymbol*> by_place, const CodeSection& section)
      : all_(std::move(by_place)) {
    for (const Relocation& relocation : section.relocations)
      if (relocation.symbol == "gridmark_block") counted_.insert(around(relocation.at));
  }
  /// The function around `at`, or null.
  const ObjectSymbol* around(std::uint64_t at) const {
    const auto next =
        std::upper_bound(all_.begin(), all_.end(), at,
                         [](std::uint64_t place, const auto* symbol) { return place < symbol->begin; });
    if (next == all_.begin() || at - (*(next - 1))->begin >= (*(next - 1))->size) return nullptr;
    return *(next - 1);
  }
  bool holds_name(std::string_view beginning) const {
    return std::any_of(all_.begin(), all_.end(),
                       [&](const ObjectSymbol* symbol) { return symbol->name.starts_with(beginning); });
  }

  /// Whether the counters see its blocks of instructions.
  bool counts(const ObjectSymbol& function) const {
    return counted_.contains(&function) || needs_no_counting(function.name);
  }

 private:
  std::vector<const ObjectSymbol*> all_;
  std::set<const ObjectSymbol*> counted_;
};

/// .text, .text.startup, or .text._Z4helpv for a template or an inline function. A constructor's section has
/// another number in its name than the function.
bool is_compilers_section(const std::string& name, const Functions& functions) {
  for (const std::string_view kind :
       {".text.unlikely", ".text.startup", ".text.exit", ".text.hot", ".text"}) {
    if (!name.starts_with(kind)) continue;
    const std::string_view rest = std::string_view(name).substr(kind.size());
    if (rest.empty() || rest.starts_with("._Z")) return true;
    if (rest[0] == '.' && functions.holds_name(rest.substr(1))) return true;
  }
  return false;
}

std::string place_in(const ObjectSymbol* function) {
  return function == nullptr ? "" : " in " + readable_name(function->name);
}

/// Why the instruction is refused, with {} for " in f()", or nothing.
const char* refused_instruction(const Instruction& instruction, const ObjectSymbol* function, bool counts) {
  if (instruction.size == 0)
    return "has bytes{} that are not an instruction. Remove the data that is placed among code";
  if (is_refused(instruction) || loads_segment(instruction))
    return "has the processor's instruction {1}{0}, which compilers do not make from C++. Write it in C++ or "
           "CUDA";
  if (function == nullptr && !is_padding(instruction))
    return "has code outside of all functions. Remove the assembly there";
  if (!counts && reaches_memory(instruction))
    return "reaches memory{} by code that the compiler did not make, so the counters do not see it";
  return nullptr;
}

SymbolRefusal refusal(const char* why, const Instruction& instruction, const ObjectSymbol* function) {
  return {function == nullptr ? "" : word_of(function->name),
          fmt::format(fmt::runtime(why), place_in(function), instruction.name)};
}

std::optional<SymbolRefusal> refused_code(const CodeSection& section, const Functions& functions,
                                          Disassembler& disassembler, Flavour flavour) {
  if (!is_compilers_section(section.name, functions))
    return SymbolRefusal{"",
                         fmt::format("puts code into a separate section, {}", readable_name(section.name))};
  disassembler.take(section.bytes);
  for (std::uint64_t at = 0; at < section.bytes.size();) {
    const Instruction instruction = disassembler.decode(at);
    const ObjectSymbol* function = functions.around(at);
    const bool counts = flavour == Flavour::fast || function == nullptr || functions.counts(*function);
    if (const char* why = refused_instruction(instruction, function, counts))
      return refusal(why, instruction, function);
    at += instruction.size;
  }
  return std::nullopt;
}

}  // namespace

std::optional<SymbolRefusal> refused_code(const ObjectFile& object, Flavour flavour) {
  FunctionsBySection functions = functions_by_section(object);
  Disassembler disassembler;
  for (const CodeSection& section : object.code)
    if (auto refused =
            refused_code(section, Functions(functions[section.index], section), disassembler, flavour))
      return refused;
  return std::nullopt;
}

}  // namespace gridmark::compile
