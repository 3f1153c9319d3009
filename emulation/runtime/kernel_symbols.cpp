// Theory of operation
// A __shared__ variable of a kernel is a thread-local variable. Its symbol is the kernel's mangled name
// between _ZZ and E, and the variable's name: _ZZ4tilePfE4rows belongs to _Z4tilePf. The table is read once,
// at the first launch.
#include "emulation/runtime/kernel_symbols.h"

#include <cctype>
#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulation/demangled.h"
#include "emulation/engine/load_address.h"
#include "emulation/engine/program_symbols.h"

namespace gridmark::emulation {
namespace {

struct SharedVariable {
  std::string_view name;
  std::size_t bytes;
};

/// Of the program itself.
class SymbolTable {
 public:
  SymbolTable() {
    for_each_symbol([this](const Elf64_Sym& symbol, const char* name) { add(symbol, name); });
  }

  KernelSymbol find(const void* function) const {
    const auto found = functions_.find(reinterpret_cast<std::uintptr_t>(function) - load_address());
    if (found == functions_.end()) return {};
    KernelSymbol symbol;
    symbol.signature = demangled(std::string(found->second));
    symbol.name = name_in(symbol.signature);
    if (!found->second.starts_with("_Z")) return symbol;
    const std::string prefix = "_Z" + std::string("Z") + std::string(found->second.substr(2)) + "E";
    for (const SharedVariable& variable : variables_)
      if (variable.name.starts_with(prefix)) symbol.static_shared_bytes += variable.bytes;
    return symbol;
  }

 private:
  void add(const Elf64_Sym& symbol, std::string_view name) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if (type == STT_FUNC) functions_.emplace(symbol.st_value, name);
    if (type == STT_TLS && name.starts_with("_ZZ")) variables_.push_back({name, symbol.st_size});
  }

  std::unordered_map<std::uintptr_t, std::string_view> functions_;
  std::vector<SharedVariable> variables_;
};

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

}  // namespace

std::string name_in(const std::string& signature) {
  int depth = 0;
  std::size_t begin = 0;
  constexpr std::string_view anonymous = "(anonymous namespace)";
  for (std::size_t i = 0; i < signature.size(); ++i) {
    if (signature.compare(i, anonymous.size(), anonymous) == 0) {
      i += anonymous.size() - 1;
      continue;
    }
    depth += signature[i] == '<' ? 1 : signature[i] == '>' ? -1 : 0;
    if (depth == 0 && signature[i] == ' ') begin = i + 1;
    if (depth == 0 && signature[i] == '(') return signature.substr(begin, i - begin);
  }
  return signature;
}

std::string_view bare_name(std::string_view name) {
  name = name.substr(0, name.find('<'));
  while (!name.empty() && !is_name_character(name.back())) name.remove_suffix(1);
  std::size_t begin = name.size();
  while (begin > 0 && is_name_character(name[begin - 1])) --begin;
  return name.substr(begin);
}

const KernelSymbol& kernel_symbol(const void* function) {
  static const auto* table = new SymbolTable;
  static auto& known = *new std::unordered_map<const void*, KernelSymbol>;
  const auto [found, is_new] = known.try_emplace(function);
  if (is_new && function) found->second = table->find(function);
  return found->second;
}

const char* kernel_name(const void* function, const char* spelled) {
  static auto& known = *new std::map<std::pair<const void*, const char*>, const char*>;
  const auto [found, is_new] = known.try_emplace({function, spelled}, spelled);
  if (!is_new) return found->second;
  const std::string& own = kernel_symbol(function).name;
  if (!own.empty() && bare_name(own) != bare_name(spelled)) found->second = own.c_str();
  return found->second;
}

}  // namespace gridmark::emulation
