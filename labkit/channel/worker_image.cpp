#include "labkit/channel/worker_image.h"

#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include "emulation/engine/arena.h"

namespace gridmark::channel {
namespace {

const std::string no_name;

std::string in_proc(pid_t process, const char* file) {
  return "/proc/" + std::to_string(process) + "/" + file;
}

struct EndElf {
  void operator()(Elf* elf) const { elf_end(elf); }
};

struct EndDwfl {
  void operator()(Dwfl* all) const { dwfl_end(all); }
};

/// Calls visit(symbol, name) for each symbol of the file's table.
template <class Visit>
void for_each_symbol(Elf* elf, Visit visit) {
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_SYMTAB || header.sh_entsize == 0)
      continue;
    Elf_Data* const data = elf_getdata(section, nullptr);
    GElf_Sym symbol;
    for (int i = 0; data != nullptr && gelf_getsym(data, i, &symbol) != nullptr; ++i)
      if (const char* name = elf_strptr(elf, header.sh_link, symbol.st_name)) visit(symbol, name);
  }
}

void add_children(pid_t parent, std::vector<pid_t>& found) {
  std::error_code failed;
  for (const auto& thread : std::filesystem::directory_iterator(in_proc(parent, "task"), failed)) {
    std::ifstream children(thread.path() / "children");
    for (pid_t child = 0; children >> child;) found.push_back(child);
  }
}

/// Whether the process runs that file. A sandbox without mounts runs a copy, so the size is compared and not
/// the inode number. `errno` has the reason for a failure.
bool runs(pid_t process, const struct stat& file) {
  struct stat running {};
  errno = 0;
  return stat(in_proc(process, "exe").c_str(), &running) == 0 && running.st_size == file.st_size;
}

}  // namespace

WorkerSymbols WorkerSymbols::read(const std::string& file) {
  WorkerSymbols symbols;
  symbols.file_ = file;
  elf_version(EV_CURRENT);
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  const std::unique_ptr<Elf, EndElf> elf(elf_begin(descriptor, ELF_C_READ_MMAP, nullptr));
  if (elf) {
    for_each_symbol(elf.get(), [&](const GElf_Sym& symbol, const char* name) {
      const auto type = GELF_ST_TYPE(symbol.st_info);
      if (symbol.st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_OBJECT)) return;
      symbols.by_name_[name] = symbol.st_value;
      if (type == STT_FUNC) symbols.functions_[symbol.st_value] = {name, symbol.st_value + symbol.st_size};
    });
  }
  close(descriptor);
  return symbols;
}

std::uint64_t WorkerSymbols::find(const std::string& name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? 0 : found->second;
}

const std::string& WorkerSymbols::function_at(std::uint64_t address) const {
  const auto behind = functions_.upper_bound(address);
  if (behind == functions_.begin()) return no_name;
  const Function& function = std::prev(behind)->second;
  return address < function.end ? function.name : no_name;
}

emulation::SourcePlace submission_line_in(const std::string& file, std::uint64_t instruction) {
  static constexpr Dwfl_Callbacks callbacks{dwfl_build_id_find_elf, dwfl_standard_find_debuginfo,
                                            dwfl_offline_section_address, nullptr};
  const std::unique_ptr<Dwfl, EndDwfl> all(dwfl_begin(&callbacks));
  dwfl_report_begin(all.get());
  Dwfl_Module* const program = dwfl_report_elf(all.get(), "worker", file.c_str(), -1, 0, false);
  dwfl_report_end(all.get(), nullptr, nullptr);
  Dwfl_Line* const line = program ? dwfl_module_getsrc(program, instruction) : nullptr;
  int number = 0;
  const char* name = line ? dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr) : nullptr;
  if (name == nullptr) return {};
  const char* folder = dwfl_line_comp_dir(line);
  std::string text = name;
  if (folder != nullptr && text.starts_with(std::string(folder) + "/"))
    text.erase(0, std::strlen(folder) + 1);
  // Files outside the submission have an absolute path.
  return text.starts_with('/') ? emulation::SourcePlace{} : emulation::SourcePlace{text, number};
}

WorkerMemory WorkerMemory::of(pid_t process) {
  WorkerMemory memory;
  struct stat program {};
  if (stat(in_proc(process, "exe").c_str(), &program) != 0) return memory;
  std::ifstream lines(in_proc(process, "maps"));
  for (std::string line; std::getline(lines, line);) {
    unsigned long begin = 0, end = 0, offset = 0, inode = 0;
    char access[5] = "";
    if (std::sscanf(line.c_str(), "%lx-%lx %4s %lx %*s %lu", &begin, &end, access, &offset, &inode) != 5)
      continue;
    if (inode == program.st_ino && offset == 0 && memory.program_start_ == 0) memory.program_start_ = begin;
    const bool is_device = emulation::is_arena_address(reinterpret_cast<const void*>(begin));
    if (is_device && access[0] == 'r') memory.device_.emplace_back(begin, end);
  }
  return memory;
}

FoundWorker worker_below(pid_t launcher, const std::string& file) {
  struct stat wanted {};
  if (stat(file.c_str(), &wanted) != 0) return {};
  FoundWorker result;
  std::vector<pid_t> found{launcher};
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (runs(found[i], wanted)) return {found[i], false};
    result.is_hidden |= errno == EACCES || errno == EPERM;
    add_children(found[i], found);
  }
  return result;
}

}  // namespace gridmark::channel
