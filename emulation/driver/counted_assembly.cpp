#include "emulation/driver/counted_assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <vector>

#include "emulation/driver/constant_names.h"
#include "emulation/driver/floating_point.h"
#include "emulation/driver/local_arrays.h"
#include "emulation/rewrite/statement_table.h"

namespace gridmark::driver {
namespace {

constexpr std::string_view block_hook = "__sanitizer_cov_trace_pc";
constexpr long sector_bytes = 32;
constexpr int gap_bytes = 128;  ///< a multiple of all banks, so arrays keep their bank

struct Line {
  std::string_view text;    ///< without its end
  std::string_view word;    ///< mnemonic, directive, or label with its colon
  std::string_view others;  ///< the rest of the line
};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// 0 if there is none.
long number(std::string_view text) {
  long value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Line split(std::string_view text) {
  const std::string_view all = trimmed(text);
  const std::size_t end = std::min(all.find_first_of(" \t"), all.size());
  return {text, all.substr(0, end), trimmed(all.substr(end))};
}

bool calls_hook(const Line& line) {
  return (line.word == "call" || line.word == "callq" || line.word == "jmp") &&
         line.others.starts_with(block_hook);
}

bool is_instruction(const Line& line) {
  return !line.word.empty() && line.word[0] != '.' && line.word[0] != '#' && !line.word.ends_with(':');
}

bool changes_section(const Line& line) {
  for (const std::string_view word : {".section", ".text", ".data", ".bss", ".pushsection", ".popsection"})
    if (line.word == word) return true;
  return false;
}

/// The C library's functions that write or read through a pointer, and that kernels may call.
constexpr std::string_view seen_functions[] = {"memcpy",  "memmove",  "memset",   "sincos", "sincosf",
                                               "frexp",   "frexpf",   "modf",     "modff",  "remquo",
                                               "remquof", "lgamma_r", "lgammaf_r"};

/// The place where the line names one of them, "call memmove@PLT" or "movq memcpy@GOTPCREL(%rip), %rax", or
/// npos if there is none.
std::size_t seen_function(const Line& line) {
  if (!is_instruction(line)) return line.text.npos;
  std::string_view operand = line.others;
  if (operand.starts_with('*')) operand.remove_prefix(1);
  for (std::string_view name : seen_functions)
    if (operand.starts_with(name) && (operand.size() == name.size() || operand[name.size()] == '@'))
      return static_cast<std::size_t>(operand.data() - line.text.data());
  return line.text.npos;
}

/// A block in the assembly.
struct Block {
  Operations operations;
  unsigned instructions = 0;
  const Line* first_double = nullptr;  ///< the first operation in double precision
  LocalUse local;
  std::size_t function = 0;
};

struct Blocks {
  std::vector<Block> all;
  std::vector<StackFrame> functions;
};

/// Local labels begin with a dot.
bool begins_function(const Line& line) { return line.word.ends_with(':') && line.word[0] != '.'; }

/// Adds an instruction. Only an instruction in the section of the block's begin has a known distance from
/// there.
void add(const Line& line, bool same_section, OperationReader& reader, Block& block) {
  ++block.instructions;
  const auto before = block.operations.count[Operations::twofold];
  reader.read(line.word, line.others, block.operations);
  const bool is_double = block.operations.count[Operations::twofold] != before;
  if (is_double && same_section && !block.first_double) block.first_double = &line;
}

/// Instructions belong to the last hook call before them.
Blocks read_blocks(const std::vector<Line>& lines) {
  Blocks blocks;
  blocks.functions.resize(1);
  OperationReader operations;
  LocalReader local;
  bool same_section = true;
  for (const Line& line : lines) {
    if (changes_section(line)) same_section = false;
    if (begins_function(line)) blocks.functions.emplace_back();
    if (is_instruction(line)) blocks.functions.back().read(line.word, line.others);
    if (calls_hook(line)) {
      blocks.all.emplace_back().function = blocks.functions.size() - 1;
      local.block_begins();
      same_section = true;
    }
    if (blocks.all.empty()) continue;
    if (line.word == "#" && line.others.starts_with("gridmark half")) operations.half_follows();
    if (!is_instruction(line)) continue;
    add(line, same_section, operations, blocks.all.back());
    local.read(line.word, line.others, blocks.all.back().local);
  }
  return blocks;
}

/// "awG",@progbits,NAME,comdat of a function in a group; "aw",@progbits elsewhere.
std::string record_section(std::string_view function_section) {
  const std::size_t group = function_section.find("\"axG\",@progbits,");
  if (group == function_section.npos) return "gridmark_blocks,\"aw\",@progbits";
  return "gridmark_blocks,\"awG\"" + std::string(function_section.substr(group + 5));
}

class Writer {
 public:
  explicit Writer(const std::vector<Line>& lines) : lines_(lines), blocks_(read_blocks(lines)) {}

  std::string run() {
    for (const Line& line : lines_) {
      follow_sections(line);
      close_variable(line);
      if (number_ > 0 && blocks_.all[number_ - 1].first_double == &line)
        text_ += fmt::format("{}:\n", double_label(number_ - 1));
      if (calls_hook(line))
        write_block(line.word == "jmp");
      else if (const std::size_t name = seen_function(line); name != line.text.npos)
        write_seen(line, name);
      else if (line.word == ".comm")
        write_static_variable(line.others);
      else if (line.word == ".p2align" && holds_variables() && line.others.starts_with('4'))
        text_ += fmt::format("\t.balign\t{}\n", sector_bytes);  // to a sector, as g++ does itself
      else
        text_ += line.text, text_ += '\n';
    }
    return std::move(text_);
  }

 private:
  void follow_sections(const Line& line) {
    if (line.word == ".section") section_ = line.others;
    if (line.word == ".text" || line.word == ".data" || line.word == ".bss") section_ = line.word;
  }

  bool holds_variables() const {
    for (std::string_view name : {".bss", ".data", ".tbss", ".tdata", ".rodata", ".lbss", ".ldata"})
      if (section_.starts_with(name)) return section_.find("aMS") == section_.npos;
    return false;
  }

  /// Ends the variable's contents at the first line that does not belong to them.
  void close_variable(const Line& line) {
    if (line.word.ends_with(':') && line.word[0] != '.') {
      in_variable_ = holds_variables() && !line.word.starts_with("_ZT") && !line.word.starts_with("_ZG");
      return;
    }
    constexpr std::string_view contents[] = {".zero",   ".long",  ".quad",  ".byte",  ".value",
                                             ".string", ".ascii", ".short", ".skip",  ".asciz",
                                             ".word",   ".4byte", ".8byte", ".2byte", "#"};
    if (!in_variable_) return;
    for (std::string_view word : contents)
      if (line.word == word) return;
    text_ += fmt::format("\t.zero\t{}\n", gap_bytes);
    in_variable_ = false;
  }

  /// NAME,SIZE,ALIGNMENT of a zeroed variable with internal linkage, which the assembler would place without
  /// a gap. Arrays begin at a sector, as on a device, whichever compiler placed them.
  void write_static_variable(std::string_view others) {
    const std::size_t alignment = others.rfind(','), size = others.rfind(',', alignment - 1);
    const std::string_view name = others.substr(0, size);
    const std::string_view bytes = others.substr(size + 1, alignment - size - 1);
    const bool fills_sector = number(bytes) >= sector_bytes;
    const long least = number(others.substr(alignment + 1));
    text_ += fmt::format("\t.pushsection\t.bss\n\t.balign\t{}\n\t.type\t{}, @object\n\t.size\t{}, {}\n",
                         fills_sector ? std::max(least, sector_bytes) : least, name, name, bytes);
    text_ += fmt::format("{}:\n\t.zero\t{}\n\t.zero\t{}\n\t.popsection\n", name, bytes, gap_bytes);
  }

  static std::string double_label(std::size_t block) { return fmt::format(".Lgridmark_double{}", block); }

  void write_seen(const Line& line, std::size_t name) {
    text_ += fmt::format("{}gridmark_seen_{}\n", line.text.substr(0, name), line.text.substr(name));
  }

  void write_block(bool is_jump) {
    const Block& block = blocks_.all[number_];
    const std::string record = fmt::format(".Lgridmark_block{}", number_);
    const std::string place = fmt::format(".Lgridmark_place{}", number_);
    const std::string to_double = block.first_double ? double_label(number_) + "-" + place + "+1" : "0";
    ++number_;
    text_ += fmt::format("\tleaq\t{}(%rip), %rdi\n\t{}\tgridmark_block@PLT\n{}:\n", record,
                         is_jump ? "jmp" : "call", place);
    text_ += fmt::format("\t.pushsection\t{}\n\t.align\t8\n{}:\n\t.quad\t{}, 0, 0\n\t.short\t",
                         record_section(section_), record, place);
    for (const auto& kinds : block.operations.count)
      for (const std::uint16_t count : kinds) text_ += fmt::format("{}, ", count);
    text_.resize(text_.size() - 2);  // the last comma
    text_ += fmt::format("\n\t.long\t{}, {}\n\t.short\t{}, {}\n\t.long\t{}\n\t.popsection\n", to_double,
                         block.instructions, block.local.accesses, block.local.bytes,
                         blocks_.functions[block.function].array_bytes());
  }

  const std::vector<Line>& lines_;
  const Blocks blocks_;
  std::string text_;
  std::string_view section_;
  std::size_t number_ = 0;
  bool in_variable_ = false;
};

/// The symbols of the named variables.
std::vector<std::string_view> symbols_of(const std::vector<std::string>& names,
                                         const std::vector<Line>& lines) {
  DeclaredSymbols symbols(names);
  for (const Line& line : lines)
    if (line.word == ".comm" || (line.word == ".type" && line.others.ends_with("@object")))
      symbols.add(line.others.substr(0, line.others.find(',')));
  return symbols.all();
}

/// A section of these addresses.
std::string addresses(std::string_view section, const std::vector<std::string_view>& symbols) {
  if (symbols.empty()) return {};
  std::string text = fmt::format("\t.section\t{},\"aw\",@progbits\n\t.balign\t8\n", section);
  for (const std::string_view symbol : symbols) text += fmt::format("\t.quad\t{}\n", symbol);
  return text;
}

/// A section of lines of text, without a zero at the begin and the end.
std::string text_section(std::string_view section, std::string_view text) {
  if (text.empty()) return {};
  std::string result = fmt::format("\t.section\t{},\"a\",@progbits\n", section);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    result += "\t.ascii\t\"";
    for (const char c : text.substr(0, end))
      result += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    result += "\\n\"\n";
    text.remove_prefix(end + 1);
  }
  return result;
}

}  // namespace

std::string counted_assembly(std::string_view assembly, std::string_view source,
                             const std::vector<std::string>& unreachable) {
  std::vector<Line> lines;
  while (!assembly.empty()) {
    const std::size_t end = std::min(assembly.find('\n'), assembly.size());
    lines.push_back(split(assembly.substr(0, end)));
    assembly.remove_prefix(std::min(end + 1, assembly.size()));
  }
  std::string text = Writer(lines).run();
  text += addresses("gridmark_constants", symbols_of(constant_names(source), lines));
  text += addresses("gridmark_device_variables", symbols_of(unreachable, lines));
  text += text_section("gridmark_statements", rewrite::statement_table(rewrite::Source(source)));
  return text;
}

}  // namespace gridmark::driver
