#include "grader/compile/disassembler.h"

#define PACKAGE "gridmark"  // bfd.h requires it
#include <dis-asm.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace gridmark::compile {
namespace {

bool is_prefix(std::string_view word) {
  static constexpr std::array<std::string_view, 17> prefixes{
      "lock", "rep",    "repz",   "repnz", "cs",  "ds",      "es",       "ss",      "fs",
      "gs",   "data16", "addr32", "bnd",   "rex", "notrack", "xacquire", "xrelease"};
  return word.starts_with("rex.") || std::find(prefixes.begin(), prefixes.end(), word) != prefixes.end();
}

std::string_view name_in(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const std::string_view word = text.substr(0, text.find(' '));
    if (word.size() == text.size() || !is_prefix(word)) return word;
    text.remove_prefix(word.size());
  }
}

}  // namespace

struct Disassembler::State {
  disassemble_info info;
  disassembler_ftype decode;
  std::array<char, 512> text;  ///< the output of libopcodes for one instruction
  std::size_t size = 0;

  void append(const char* begin, int length) {
    const auto taken = std::min(static_cast<std::size_t>(std::max(length, 0)), text.size() - size - 1);
    std::memcpy(text.data() + size, begin, taken);
    size += taken;
  }
  void append(const char* format, va_list arguments) {
    const std::size_t room = text.size() - size;
    const int length = std::vsnprintf(text.data() + size, room, format, arguments);
    size += std::min(static_cast<std::size_t>(std::max(length, 0)), room - 1);
  }

  static int print(void* state, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    static_cast<State*>(state)->append(format, arguments);
    va_end(arguments);
    return 0;
  }

  /// A fast path for "%.*s", the most frequent format, because printf is slow.
  static int print_styled(void* state, disassembler_style, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (std::strcmp(format, "%.*s") == 0) {
      const int length = va_arg(arguments, int);
      static_cast<State*>(state)->append(va_arg(arguments, const char*), length);
    } else {
      static_cast<State*>(state)->append(format, arguments);
    }
    va_end(arguments);
    return 0;
  }
};

Disassembler::Disassembler() : state_(std::make_unique<State>()) {
  disassemble_info& info = state_->info;
  init_disassemble_info(&info, state_.get(), State::print, State::print_styled);
  info.arch = bfd_arch_i386;
  info.mach = bfd_mach_x86_64;
  info.endian = BFD_ENDIAN_LITTLE;
  info.read_memory_func = buffer_read_memory;
  disassemble_init_for_target(&info);
  state_->decode = disassembler(info.arch, false, info.mach, nullptr);
}

Disassembler::~Disassembler() = default;

void Disassembler::take(std::string_view code) {
  state_->info.buffer = reinterpret_cast<bfd_byte*>(const_cast<char*>(code.data()));
  state_->info.buffer_length = code.size();
}

Instruction Disassembler::decode(std::uint64_t at) {
  state_->size = 0;
  const int size = state_->decode(at, &state_->info);
  const std::string_view text(state_->text.data(), state_->size);
  // An incomplete instruction at the end is printed as ".byte 0x0f".
  if (size <= 0 || text.starts_with(".byte") || text.find("(bad)") != text.npos) return {at, 0, text, {}};
  return {at, static_cast<std::size_t>(size), text, name_in(text)};
}

}  // namespace gridmark::compile
