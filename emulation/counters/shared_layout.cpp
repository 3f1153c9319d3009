#include "emulation/counters/shared_layout.h"

#include <cxxabi.h>
#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string_view>

#include "gridmark/coordinates.h"

namespace gridmark::counters {
namespace {

/// As many as fit the map of bytes; more shared arrays than that no program has.
constexpr std::size_t most_arrays = 32000;

std::string demangled(const char* symbol) {
  int status = 0;
  char* text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  const std::string result = status == 0 && text ? text : symbol;
  std::free(text);
  return result;
}

/// "tile(float*)::s" -> "s"
std::string last_name(const std::string& full) {
  const std::size_t colons = full.rfind("::");
  return colons == std::string::npos ? full : full.substr(colons + 2);
}

/// The function part of a local variable's symbol: everything before its own name.
std::string function_of(const std::string& full) {
  return full.substr(0, full.size() - last_name(full).size());
}

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](auto prefix) { return name.starts_with(prefix); });
}

/// Read by kernels on every line.
bool is_coordinate(std::string_view name) {
  return starts_with_any(name,
                         {"threadIdx", "blockIdx", "blockDim", "gridDim", "_ZN8gridmark9emulation4turnE"});
}

/// The compiler's guards and wrappers, the engine's and the standard library's own variables.
bool is_foreign(std::string_view name) {
  return starts_with_any(
      name, {"_ZG", "_ZT", "__", "gridmark_", "_ZN8gridmark", "_ZZN8gridmark", "_ZNSt", "_ZZNSt"});
}

}  // namespace

SharedLayout::SharedLayout() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::vector<char> image{std::istreambuf_iterator<char>(file), {}};
  if (image.size() < sizeof(Elf64_Ehdr)) return;
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(image.data());
  const auto* sections = reinterpret_cast<const Elf64_Shdr*>(image.data() + header->e_shoff);
  for (const Elf64_Shdr* table = sections; table != sections + header->e_shnum; ++table) {
    if (table->sh_type != SHT_SYMTAB) continue;
    const char* names = image.data() + sections[table->sh_link].sh_offset;
    const auto* symbols = reinterpret_cast<const Elf64_Sym*>(image.data() + table->sh_offset);
    for (std::size_t i = 0; i < table->sh_size / sizeof *symbols; ++i) {
      if (ELF64_ST_TYPE(symbols[i].st_info) != STT_TLS || symbols[i].st_shndx == SHN_UNDEF) continue;
      add_symbol(names + symbols[i].st_name, symbols[i].st_value, symbols[i].st_size);
    }
  }
  std::sort(arrays_.begin(), arrays_.end(), [](auto& a, auto& b) { return a.offset < b.offset; });
  number_owners();
  fill_content();
}

void SharedLayout::number_owners() {
  std::map<std::string, int> owners;
  for (SharedArray& array : arrays_) {
    array.owner = owners.emplace(function_of(array.name), static_cast<int>(owners.size())).first->second;
    array.name = last_name(array.name);
  }
}

void SharedLayout::fill_content() {
  content_.assign(bytes_, nothing);
  const auto fill = [&](std::size_t begin, std::size_t end, std::size_t value) {
    std::fill(content_.begin() + static_cast<std::ptrdiff_t>(begin),
              content_.begin() + static_cast<std::ptrdiff_t>(end), static_cast<std::int16_t>(value));
  };
  if (arrays_.size() > most_arrays) arrays_.resize(most_arrays);
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    fill(arrays_[i].offset, arrays_[i].offset + arrays_[i].bytes, i);
  for (const Range& range : engine_) fill(range.begin, range.end, static_cast<std::size_t>(engine));
}

void SharedLayout::add_symbol(const char* name, std::size_t offset, std::size_t bytes) {
  bytes_ = std::max(bytes_, offset + bytes);
  if (std::string_view(name) == "threadIdx") thread_index_offset_ = offset;
  if (is_coordinate(name))
    engine_.push_back({offset, offset + bytes});
  else if (!is_foreign(name) && bytes > 0)
    arrays_.push_back({offset, bytes, demangled(name), 0});
}

char* SharedLayout::begin() const { return reinterpret_cast<char*>(&threadIdx) - thread_index_offset_; }

}  // namespace gridmark::counters
