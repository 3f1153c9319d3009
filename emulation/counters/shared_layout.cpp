#include "emulation/counters/shared_layout.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "emulation/counters/symbol_names.h"
#include "emulation/demangled.h"
#include "emulation/engine/dynamic_shared.h"
#include "emulation/engine/program_symbols.h"
#include "gridmark/coordinates.h"

namespace gridmark::counters {
namespace {

/// Fits the map of bytes. No program has more shared arrays than that.
constexpr std::size_t most_arrays = 32000;

/// The function part of a local variable's symbol: everything before its own name.
std::string function_of(const std::string& full) {
  return full.substr(0, full.size() - last_name(full).size());
}

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](auto prefix) { return name.starts_with(prefix); });
}

/// Whether kernels read the variable on every line.
bool is_coordinate(std::string_view name) {
  return starts_with_any(name,
                         {"threadIdx", "blockIdx", "blockDim", "gridDim", "_ZN8gridmark9emulation4turnE"});
}

}  // namespace

SharedLayout::SharedLayout() {
  emulation::for_each_symbol([this](const Elf64_Sym& symbol, const char* name) {
    if (ELF64_ST_TYPE(symbol.st_info) == STT_TLS) add_symbol(name, symbol.st_value, symbol.st_size);
  });
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
  else if (std::string_view(name).starts_with("_ZGV"))
    engine_.push_back({offset, offset + std::max<std::size_t>(bytes, 1)});
  else if (!is_foreign(name) && bytes > 0)
    arrays_.push_back({offset, bytes, emulation::demangled(name), 0});
}

void SharedLayout::note_dynamic_pointers() {
  const auto& pointers = emulation::dynamic_shared_pointers();
  for (; known_pointers_ < pointers.size(); ++known_pointers_) {
    const char* at = static_cast<const char*>(__builtin_thread_pointer()) + pointers[known_pointers_];
    const auto offset = static_cast<std::size_t>(at - begin());
    if (offset + sizeof(void*) > bytes_) continue;  // a shared library's pointer
    std::fill_n(content_.begin() + static_cast<std::ptrdiff_t>(offset), sizeof(void*), engine);
  }
}

char* SharedLayout::begin() const { return reinterpret_cast<char*>(&threadIdx) - thread_index_offset_; }

}  // namespace gridmark::counters
