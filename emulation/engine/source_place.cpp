#include "emulation/engine/source_place.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <link.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>

namespace gridmark::emulation {
namespace {

constexpr std::string_view toolkit_name = "/gridmark/";

/// Files that a lab compiles together with the student's files.
bool is_lab_file(std::string_view file) { return file.starts_with("/gridmark/labs/"); }

/// A line that is not a student's. The library itself is compiled with its sources named /gridmark/...
bool is_toolkit_file(std::string_view file) {
  return file.find("include/gridmark/") != std::string_view::npos ||
         file.find("toolkit/include/") != std::string_view::npos ||
         (file.starts_with(toolkit_name) && !is_lab_file(file)) || file.starts_with("/usr/");
}

/// Kernels of the tensor kit, whose source students have, too. The lines of its headers are skipped, as those
/// of the toolkit are.
bool is_kit_file(std::string_view file) {
  return file.starts_with("/gridmark/labkit/tensor/") && file.ends_with(".cu");
}

/// The author whose line is wanted: any author, the student, or, in a kernel of the tensor kit, the kit.
enum class Author { anybody, student, kit };

bool is_looked_through(std::string_view file, Author author) {
  return author == Author::kit ? !is_kit_file(file) : is_toolkit_file(file);
}

/// The name that a student knows, without the folder in which the compiler ran.
std::string student_name(std::string_view file, const char* compile_folder) {
  if (is_kit_file(file)) return std::string(file.substr(toolkit_name.size()));
  std::string_view folder = compile_folder ? compile_folder : "";
  if (!folder.empty() && file.starts_with(folder) && file.size() > folder.size() &&
      file[folder.size()] == '/')
    file.remove_prefix(folder.size() + 1);
  while (file.starts_with("./")) file.remove_prefix(2);
  return std::string(file);
}

/// The debug information of the running program, opened once.
class ProgramLines {
 public:
  ProgramLines() {
    static const Dwfl_Callbacks callbacks{dwfl_linux_proc_find_elf, dwfl_standard_find_debuginfo,
                                          dwfl_offline_section_address, nullptr};
    dwfl_ = dwfl_begin(&callbacks);
    if (!dwfl_) return;
    dwfl_report_begin(dwfl_);
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* self) {
          static_cast<ProgramLines*>(self)->report(info->dlpi_addr);
          return 1;  // the first object is the program itself
        },
        this);
    dwfl_report_end(dwfl_, nullptr, nullptr);
  }

  SourcePosition at(std::uintptr_t address, Author author) const {
    Dwfl_Module* module = dwfl_ ? dwfl_addrmodule(dwfl_, address) : nullptr;
    Dwfl_Line* line = module ? dwfl_module_getsrc(module, address) : nullptr;
    if (!line) return {};
    int number = 0, column = 0;
    const char* file = dwfl_lineinfo(line, nullptr, &number, &column, nullptr, nullptr);
    if (!file) return {};
    if (author == Author::anybody) return {{file, number}, column};
    if (is_looked_through(file, author)) return inlining_caller(module, address, author);
    return {{student_name(file, dwfl_line_comp_dir(line)), number}, column};
  }

 private:
  void report(std::uintptr_t load_address) {
    dwfl_report_elf(dwfl_, "program", "/proc/self/exe", -1, load_address, false);
  }

  /// The innermost call in a file of the author's, among those that are inlined around the address.
  static SourcePosition inlining_caller(Dwfl_Module* module, std::uintptr_t address, Author author) {
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias);
    if (!unit) return {};
    Dwarf_Die *innermost = nullptr, *scopes = nullptr;
    // The first call finds the scope that holds the address, the second the function that it was inlined
    // into.
    if (dwarf_getscopes(unit, address - bias, &innermost) <= 0) return {};
    const int count = dwarf_getscopes_die(&innermost[0], &scopes);
    SourcePosition found;
    for (int i = 0; i < count && found.place.line == 0; ++i)
      if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine) found = call_site(unit, &scopes[i], author);
    std::free(innermost);
    std::free(scopes);
    return found;
  }

  static SourcePosition call_site(Dwarf_Die* unit, Dwarf_Die* inlined, Author author) {
    Dwarf_Attribute attribute;
    Dwarf_Word file_index = 0, line = 0, column = 0;
    Dwarf_Files* files = nullptr;
    if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &file_index) != 0 ||
        dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &line) != 0 ||
        dwarf_getsrcfiles(unit, &files, nullptr) != 0)
      return {};
    const char* file = dwarf_filesrc(files, file_index, nullptr, nullptr);
    if (!file || is_looked_through(file, author)) return {};
    if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_column, &attribute), &column) != 0) column = 0;
    const char* folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    return {{student_name(file, folder), static_cast<int>(line)}, static_cast<int>(column)};
  }

  Dwfl* dwfl_ = nullptr;
};

/// One lookup on a separate stack, because libdw takes several hundred KiB, more than the stack of a device
/// thread or of a signal handler has.
struct Lookup {
  std::uintptr_t address;
  Author author;
  SourcePosition found;
  ucontext_t caller{}, here{};

  static void run(unsigned low, unsigned high) {
    auto& self = *reinterpret_cast<Lookup*>(std::uintptr_t{high} << 32 | low);
    static const ProgramLines* lines = new ProgramLines;
    self.found = lines->at(self.address, self.author);
  }
};

SourcePosition look_up(const void* instruction, Author author) {
  constexpr std::size_t stack_bytes = std::size_t{2} << 20;
  static void* stack = mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return {};
  Lookup lookup{reinterpret_cast<std::uintptr_t>(instruction), author, {}};
  getcontext(&lookup.here);
  lookup.here.uc_stack.ss_sp = stack;
  lookup.here.uc_stack.ss_size = stack_bytes;
  lookup.here.uc_link = &lookup.caller;
  const auto self = reinterpret_cast<std::uintptr_t>(&lookup);
  // makecontext passes ints.
  makecontext(&lookup.here, reinterpret_cast<void (*)()>(&Lookup::run), 2, static_cast<unsigned>(self),
              static_cast<unsigned>(self >> 32));
  swapcontext(&lookup.caller, &lookup.here);
  return lookup.found;
}

/// libdw must not run in several threads at once.
std::mutex& lookup_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

bool is_toolkit_code(const void* return_address) {
  const std::lock_guard lock(lookup_mutex());
  const SourcePlace place = look_up(static_cast<const char*>(return_address) - 1, Author::anybody).place;
  return place.file.empty() || is_toolkit_file(place.file);
}

bool is_between_threads(const void* instruction) {
  const std::lock_guard lock(lookup_mutex());
  const std::string file = look_up(instruction, Author::anybody).place.file;
  return file.empty() || file.ends_with("gridmark/engine.h") || file.ends_with("gridmark/launch.h");
}

SourcePlace source_place_of_instruction(const void* instruction) {
  static auto& known = *new std::map<const void*, SourcePlace>;  // used until the program's last instruction
  const std::lock_guard lock(lookup_mutex());
  if (const auto found = known.find(instruction); found != known.end()) return found->second;
  return known[instruction] = look_up(instruction, Author::student).place;
}

SourcePosition source_position(const void* return_address) {
  const std::lock_guard lock(lookup_mutex());
  return look_up(static_cast<const char*>(return_address) - 1, Author::student);
}

SourcePlace source_place(const void* return_address) {
  // One byte back, inside the call, because the address itself may belong to the next line.
  return return_address ? source_place_of_instruction(static_cast<const char*>(return_address) - 1)
                        : SourcePlace{};
}

SourcePlace source_place_or_kits(const void* return_address) {
  const SourcePlace place = source_place(return_address);
  if (return_address == nullptr || place.line > 0) return place;
  const std::lock_guard lock(lookup_mutex());
  return look_up(static_cast<const char*>(return_address) - 1, Author::kit).place;
}

std::string text_of(const SourcePlace& place) {
  return place.file.empty() ? "an unknown line" : place.file + ":" + std::to_string(place.line);
}

bool same_source_line(const void* return_address, const void* other) {
  const SourcePlace a = source_place(return_address), b = source_place(other);
  return a.line == b.line && a.file == b.file;
}

}  // namespace gridmark::emulation
