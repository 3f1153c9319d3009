#include "grader/compile/symbol_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <tuple>
#include <vector>

#include "grader/compile/known_symbols.h"
#include "grader/compile/named_symbols.h"
#include "grader/compile/symbol_names.h"
#include "grader/compile/word_list.h"
#include "grader/core/cuda_libraries.h"
#include "grader/core/test_pattern.h"
#include "grader/system/cpp_library.h"

namespace gridmark::compile {
namespace {

std::string shown(const std::string& name) { return readable_name(name); }

/// The plain name of a function outside of all namespaces: cudaMalloc of _Z10cudaMallocPPvm.
std::string_view plain_name(std::string_view name) {
  if (!name.starts_with("_Z")) return name;
  std::string_view rest = name.substr(2);
  std::size_t size = 0;
  while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9' && size < 10'000) {
    size = size * 10 + static_cast<std::size_t>(rest[0] - '0');
    rest.remove_prefix(1);
  }
  return size > 0 && size <= rest.size() ? rest.substr(0, size) : name;
}

const CudaLibrary* library_of(std::string_view name) {
  for (const CudaLibrary& library : cuda_libraries)
    if (matches(library.symbol, name) || matches(library.symbol, plain_name(name))) return &library;
  return nullptr;
}

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/// cudaMalloc, cuMemAlloc, __cudaPushCallConfiguration
bool is_of_cuda(std::string_view name) {
  if (name.starts_with("__cuda")) return true;
  for (const std::string_view beginning : {"cuda", "cu"})
    if (name.starts_with(beginning) && name.size() > beginning.size() && is_upper(name[beginning.size()]))
      return true;
  return name.starts_with("nvtx");
}

/// Loaded code from elsewhere would be judged as the student's.
bool loads_code(std::string_view name) {
  for (const std::string_view part : {"cuModule*", "cuLibrary*", "cuLink*", "cudaLibrary*"})
    if (matches(part, name)) return true;
  return false;
}

/// The part of a C++ name after the letters for its kind: 8gridmark6tensor6TensorE of
/// _ZTVN8gridmark6tensor6TensorE. A function that only takes a Tensor has its own name there.
std::string_view namespaces_of(std::string_view name) {
  if (!name.starts_with("_Z")) return {};
  const auto first = std::find_if_not(name.begin() + 2, name.end(), is_upper);
  return name.substr(static_cast<std::size_t>(first - name.begin()));
}

bool is_gridmarks(std::string_view name) {
  return name.starts_with("gridmark") || namespaces_of(name).starts_with("8gridmark");
}

/// Namespaces that no header of a submission opens. Not even an instance of their templates is the
/// submission's.
bool is_of_judge(std::string_view name) {
  for (const std::string_view space : {"7channel", "3lab", "4data", "8counters"})
    if (namespaces_of(name).starts_with(fmt::format("8gridmark{}", space))) return true;
  return false;
}

bool may_ask_for(const std::string& name, const WorkerNames& worker) {
  const std::string_view plain = plain_name(name);
  if (loads_code(plain)) return false;
  if (is_harmless_c(name) || is_compilers(name) || is_harmless_cpp(name) || worker.offered.contains(name))
    return true;
  return is_of_cuda(plain) || name.starts_with("_ZN4cuda") || name.starts_with("_ZNK4cuda");
}

std::optional<std::string> refused_request(const std::string& name, const WorkerNames& worker,
                                           const Permissions& permissions) {
  if (are_named(permissions.symbols.deny, name))
    return fmt::format("asks for {}, which this lab does not allow", shown(name));
  if (are_named(permissions.symbols.allow, name)) return std::nullopt;
  if (const CudaLibrary* library = library_of(name)) {
    if (allows(permissions.libraries, *library)) return std::nullopt;
    return fmt::format("asks for {} of {}, a library that this lab does not allow", shown(name),
                       library->name);
  }
  if (may_ask_for(name, worker)) return std::nullopt;
  if (is_cpp_file(name)) return "opens files (std::fstream and the like), which a graded submission may not";
  if (is_of_c_library(name))
    return fmt::format("asks for {}, which a graded submission may not use", shown(name));
  return fmt::format("asks for {}, which no file of the submission defines and no submission may use",
                     shown(name));
}

/// Definitions that would replace parts of the program that judge the submission.
std::optional<std::string> refused_definition(const ObjectSymbol& symbol, const WorkerNames& worker,
                                              const Permissions& permissions) {
  const std::string& name = symbol.name;
  if (symbol.indirect)
    return fmt::format("defines {} as a function that is chosen when the program starts", shown(name));
  if (name.find('@') != std::string::npos) return fmt::format("gives {} a version", shown(name));
  if (symbol.absolute) return fmt::format("defines {} as a fixed address", shown(name));
  if (name == "main") return fmt::format("{}, for gridmark has one that calls your functions", main_left_in);
  if (is_of_c_library(name))
    return fmt::format("defines {}, which belongs to the C library: give it another name", shown(name));
  const bool strong = symbol.binding == ObjectSymbol::Binding::global;
  const CudaLibrary* library = library_of(name);
  if (is_of_cuda(name) || (library != nullptr && (strong || !name.starts_with("_Z"))))
    return fmt::format("defines {}, which belongs to CUDA: give it another name", shown(name));
  if (library != nullptr && !allows(permissions.libraries, *library))  // a template of its headers
    return fmt::format("uses {} of {}, a library that this lab does not allow", shown(name), library->name);
  if (name.starts_with("_Zn") || name.starts_with("_Zd"))
    return "defines operator new or delete for the entire program. Define them in a class";
  if (name.starts_with("__") && strong)
    return fmt::format("defines {}: names with two underscores belong to the compiler", shown(name));
  if (is_of_run_time(name))
    return fmt::format("defines {}, which belongs to the compiler's run-time", shown(name));
  if (is_of_cpp_library(name) && !name.starts_with("_ZT") &&
      (strong || system::is_defined_by_cpp_library_alone(name)))
    return fmt::format("defines {}, which belongs to the C++ library", shown(name));
  if (worker.taken.contains(name) || (is_gridmarks(name) && (strong || is_of_judge(name))))
    return fmt::format("defines {}, which belongs to gridmark", shown(name));
  return std::nullopt;
}

/// Sections that compilers make. Other sections could place code or data where a loader or linker treats them
/// differently.
constexpr std::string_view ordinary_sections = R"(
.text* .data* .rodata* .bss* .tdata* .tbss* .eh_frame* .gcc_except_table* .debug_* .comment .note.GNU-stack
.note.gnu.property .rel* .symtab .strtab .shstrtab .group .init_array* .fini_array* .ldata* .lbss* .lrodata*
)";

/// Sections that gridmark-cc makes when it counts.
constexpr std::string_view counting_sections =
    "gridmark_blocks gridmark_constants gridmark_device_variables gridmark_statements .relagridmark_*";

/// nvcc's sections for the device's code and its registration.
constexpr std::string_view cuda_sections = ".nv_fatbin .nvFatBinSegment __nv_module_id __nv_managed_data__";

bool is_ordinary(const ObjectSection& section, const BuildKind& kind) {
  static const auto ordinary = words_in(ordinary_sections), counting = words_in(counting_sections),
                    cudas = words_in(cuda_sections);
  const auto fits = [&](std::string_view pattern) { return matches(pattern, section.name); };
  if (section.name.empty()) return true;
  if (section.writable && section.executable) return false;
  return std::any_of(ordinary.begin(), ordinary.end(), fits) ||
         (kind.flavour == Flavour::counted && std::any_of(counting.begin(), counting.end(), fits)) ||
         (kind.device == Device::cuda && std::any_of(cudas.begin(), cudas.end(), fits));
}

/// A constructor that runs before those of the device: ".init_array.00050". The compiler's constructor for
/// counting has 99.
bool runs_first(const ObjectSection& section, const BuildKind& kind) {
  const int first_free = kind.flavour == Flavour::counted ? 99 : 101;
  for (const std::string_view list : {".init_array.", ".fini_array."})
    if (section.name.starts_with(list)) return std::atoi(section.name.c_str() + list.size()) < first_free;
  return false;
}

std::optional<SymbolRefusal> refused_section(const ObjectFile& object, const BuildKind& kind) {
  for (const ObjectSection& section : object.sections) {
    if (!is_ordinary(section, kind))
      return SymbolRefusal{"section",
                           fmt::format("puts data into a separate section, {}", shown(section.name))};
    if (runs_first(section, kind))
      return SymbolRefusal{"constructor",
                           "has a constructor whose priority is 100 or less. Those belong to the compiler"};
  }
  return std::nullopt;
}

/// A second name for the memory of a variable (the attribute alias). The counters know a variable by its name
/// and its extent. Constants may share memory, because compilers do that themselves.
std::optional<SymbolRefusal> refused_second_name(const ObjectFile& object) {
  std::set<std::size_t> writable;
  for (const ObjectSection& section : object.sections)
    if (section.writable) writable.insert(section.index);
  std::vector<const ObjectSymbol*> variables;
  for (const ObjectSymbol& symbol : object.symbols)
    if (symbol.variable && symbol.size > 0 && writable.contains(symbol.section)) variables.push_back(&symbol);
  std::sort(variables.begin(), variables.end(), [](const ObjectSymbol* a, const ObjectSymbol* b) {
    return std::tie(a->section, a->begin) < std::tie(b->section, b->begin);
  });
  for (std::size_t i = 1; i < variables.size(); ++i) {
    const ObjectSymbol &first = *variables[i - 1], &second = *variables[i];
    if (first.section == second.section && second.begin - first.begin < first.size)
      return SymbolRefusal{word_of(second.name), fmt::format("has one variable under two names, {} and {}",
                                                             shown(first.name), shown(second.name))};
  }
  return std::nullopt;
}

/// Machine code in the shape of constants, which no compiler made and no counter sees.
std::optional<SymbolRefusal> refused_data_in_code(const ObjectFile& object) {
  for (const ObjectSection& section : object.sections) {
    if (!section.executable) continue;
    for (const ObjectSymbol& symbol : object.symbols)
      if (symbol.variable && symbol.section == section.index)
        return SymbolRefusal{word_of(symbol.name), fmt::format("puts the variable {} among code, into {}",
                                                               shown(symbol.name), section.name)};
  }
  return std::nullopt;
}

/// gridmark-cc writes its records for the counters without names, so a named record is forged.
std::optional<SymbolRefusal> refused_record(const ObjectFile& object) {
  for (const ObjectSection& section : object.sections) {
    if (!section.name.starts_with("gridmark_")) continue;
    for (const ObjectSymbol& symbol : object.symbols)
      if (symbol.section == section.index)
        return SymbolRefusal{word_of(symbol.name), fmt::format("puts {} into {}, a section of the counters",
                                                               shown(symbol.name), section.name)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<SymbolRefusal> refused_symbol(const ObjectFile& object, const std::set<std::string>& own,
                                            const BuildKind& kind, const WorkerNames& worker,
                                            const Permissions& permissions) {
  if (!object.malformed.empty())
    return SymbolRefusal{"", "became something else than an object file: " + object.malformed};
  for (const ObjectSymbol& symbol : object.symbols) {
    if (symbol.binding == ObjectSymbol::Binding::local && !symbol.indirect && !symbol.absolute) continue;
    std::optional<std::string> why;
    if (symbol.defined)
      why = refused_definition(symbol, worker, permissions);
    else if (!own.contains(symbol.name))
      why = refused_request(symbol.name, worker, permissions);
    if (why) return SymbolRefusal{word_of(symbol.name), *why};
  }
  if (auto refusal = refused_section(object, kind)) return refusal;
  if (auto refusal = refused_data_in_code(object)) return refusal;
  if (auto refusal = refused_record(object)) return refusal;
  return kind.device == Device::emulated ? refused_second_name(object) : std::nullopt;
}

std::set<std::string> names_defined_in(const ObjectFile& object) {
  std::set<std::string> names;
  for (const ObjectSymbol& symbol : object.symbols)
    if (symbol.defined && symbol.binding != ObjectSymbol::Binding::local) names.insert(symbol.name);
  return names;
}

}  // namespace gridmark::compile
