#include "emulation/driver/local_arrays.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace gridmark::driver {
namespace {

/// "16(%rsp)": an offset, and the text in the parentheses.
struct Address {
  std::string_view offset, registers;
};

bool touches_memory(std::string_view instruction) {
  for (const std::string_view word : {"lea", "call", "jmp", "nop", "prefetch"})
    if (instruction.starts_with(word)) return false;
  return true;
}

/// The address of memory in registers. Nothing for a variable of the program.
std::optional<Address> address_in(std::string_view operands) {
  const std::size_t open = operands.find('('), close = operands.find(')', open);
  if (close == operands.npos || operands.find("%fs:") != operands.npos) return std::nullopt;
  const std::size_t before = operands.substr(0, open).find_last_of(" \t,");
  const std::size_t first = before == operands.npos ? 0 : before + 1;
  const Address address{operands.substr(first, open - first), operands.substr(open + 1, close - open - 1)};
  if (address.registers.starts_with("%rip")) return std::nullopt;
  return address;
}

std::optional<long> decimal(std::string_view text) {
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_hook(std::string_view function) {
  return function.starts_with("__tsan_") || function.starts_with("gridmark_range_touch");
}

/// Size of one operand, by the instruction's last letters.
unsigned width(std::string_view instruction) {
  for (const std::string_view whole : {"aps", "ups", "apd", "upd", "dqa", "dqu"})
    if (instruction.find(whole) != instruction.npos) return 16;
  if (instruction.ends_with("sd") || instruction.ends_with('q')) return 8;
  if (instruction.ends_with("ss")) return 4;
  return instruction.ends_with('b') ? 1 : instruction.ends_with('w') ? 2 : 4;
}

void add_capped(std::uint16_t& to, unsigned more) {
  to = static_cast<std::uint16_t>(std::min<unsigned>(to + more, UINT16_MAX));
}

}  // namespace

void StackFrame::read(std::string_view instruction, std::string_view operands) {
  constexpr std::string_view stack_pointer = ", %rsp";
  if (instruction.starts_with("sub") && operands.starts_with('$') && operands.ends_with(stack_pointer)) {
    const auto bytes = decimal(operands.substr(1, operands.size() - 1 - stack_pointer.size()));
    bytes_ = std::max(bytes_, bytes.value_or(0));
  }
  const auto address = touches_memory(instruction) ? address_in(operands) : std::nullopt;
  constexpr unsigned widest_scalar = 8;
  if (!address || address->registers != "%rsp" || width(instruction) > widest_scalar) return;
  if (const auto offset = address->offset.empty() ? 0 : decimal(address->offset)) scalars_.insert(*offset);
}

std::uint32_t StackFrame::array_bytes() const {
  constexpr long scalar = 8;
  const long bytes = bytes_ - scalar * static_cast<long>(scalars_.size());
  return static_cast<std::uint32_t>(std::clamp<long>(bytes, 0, UINT32_MAX));
}

void LocalReader::read(std::string_view instruction, std::string_view operands, LocalUse& to) {
  if (instruction.starts_with("call") && is_hook(operands)) ++announced_;
  const auto address = touches_memory(instruction) ? address_in(operands) : std::nullopt;
  if (!address || address->registers == "%rsp") return;
  if (announced_ > 0) {
    --announced_;
    return;
  }
  add_capped(to.accesses, 1);
  add_capped(to.bytes, width(instruction));
}

}  // namespace gridmark::driver
