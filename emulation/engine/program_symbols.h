#pragma once
#include <elf.h>

#include <functional>

namespace gridmark::emulation {

/// Calls visit(symbol, name) for each symbol that the running program defines. Names stay valid for good.
/// Without a symbol table it makes no calls.
void for_each_symbol(const std::function<void(const Elf64_Sym& symbol, const char* name)>& visit);

}  // namespace gridmark::emulation
