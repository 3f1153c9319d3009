#pragma once
#include <elf.h>

#include <functional>
#include <string>

namespace gridmark::counters {

/// Calls visit(symbol, name) for each symbol that the running program defines. None without a symbol table.
void for_each_symbol(const std::function<void(const Elf64_Sym& symbol, const char* name)>& visit);

/// "tile(float*)::s" -> "s"
std::string last_name(const std::string& full);

/// The compiler's guards and tables, the engine's and the standard library's own variables.
bool is_foreign(const char* symbol);

}  // namespace gridmark::counters
