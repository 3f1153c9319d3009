#include "emulation/rewrite/ptx_text.h"

#include "emulation/rewrite/token.h"

namespace gridmark::rewrite {
namespace {

using Operand = PtxOperand;

/// A declaration of more registers than that, as in `.reg .b32 r<1000>`, is not from a student.
constexpr int most_registers = 256;

bool is_word(char c) { return continues_identifier(c) || c == '.' || c == '%'; }

class TextReader {
 public:
  TextReader(std::string_view text, bool has_operands) : text_(text), has_operands_(has_operands) {}

  PtxText run() {
    for (skip(); at_ < text_.size() && result_.problem.empty(); skip()) step();
    if (has_label_) fail("labels and branches in inline PTX do not run on the emulated device");
    return std::move(result_);
  }

 private:
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  char after() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }

  /// Skips white space and comments.
  void skip() {
    while (at_ < text_.size()) {
      if (is_space(here())) {
        ++at_;
      } else if (here() == '/' && after() == '/') {
        while (at_ < text_.size() && here() != '\n') ++at_;
      } else if (here() == '/' && after() == '*') {
        const std::size_t close = text_.find("*/", at_ + 2);
        at_ = close == std::string_view::npos ? text_.size() : close + 2;
      } else {
        return;
      }
    }
  }

  bool take(char c) {
    skip();
    if (here() != c) return false;
    ++at_;
    skip();
    return true;
  }

  void fail(std::string problem) {
    if (result_.problem.empty()) result_.problem = std::move(problem);
    at_ = text_.size();
  }

  /// Names have dots and, in instructions, double colons.
  std::string word() {
    std::string found;
    while (at_ < text_.size() && (is_word(here()) || (here() == ':' && after() == ':'))) {
      if (here() == ':') found += text_[at_++];
      if (here() == '%' && after() == '%') ++at_;
      found += text_[at_++];
    }
    return found;
  }

  void step() {
    if (take(';')) return;
    if (take('{')) return result_.steps.push_back({PtxStep::Kind::open, {}, {}, {}, {}});
    if (take('}')) return result_.steps.push_back({PtxStep::Kind::close, {}, {}, {}, {}});
    PtxStep found{PtxStep::Kind::instruction, {}, {}, {}, {}};
    if (take('@')) found.predicate = operand();
    skip();
    found.opcode = word();
    skip();
    if (found.opcode.empty()) return fail(std::string("inline PTX with an unexpected '") + here() + "'");
    if (here() == ':') {
      has_label_ = true;
      ++at_;
      return;
    }
    if (found.opcode == ".reg") return declaration();
    while (at_ < text_.size() && !take(';')) {
      found.operands.push_back(operand());
      if (!take(',') && here() != ';' && at_ < text_.size())
        return fail(std::string("inline PTX with an unexpected '") + here() + "' after " + found.opcode);
    }
    if (result_.problem.empty()) result_.steps.push_back(std::move(found));
  }

  /// .reg .pred p, q;  .reg .b32 r<4>;
  void declaration() {
    PtxStep found{PtxStep::Kind::declaration, {}, {}, {}, {}};
    while (here() == '.') word(), skip();
    do {
      const std::string name = register_name(word());
      if (name.empty()) return fail("inline PTX declares a register without a name");
      if (take('<')) {
        const std::string count = word();
        const int registers = count.size() < 5 ? std::atoi(count.c_str()) : 0;
        if (registers < 1 || registers > most_registers || !take('>'))
          return fail("inline PTX declares too many registers");
        for (int i = 0; i < registers; ++i) found.names.push_back(name + std::to_string(i));
      } else {
        found.names.push_back(name);
      }
    } while (take(','));
    if (!take(';') && at_ < text_.size() && here() != '}')
      return fail("inline PTX declares a register without the ';' behind it");
    result_.steps.push_back(std::move(found));
  }

  static std::string register_name(std::string_view word) {
    if (word.starts_with('%')) word.remove_prefix(1);
    return std::string(word);
  }

  Operand operand() {
    Operand found = simple_operand();
    if (here() == '|') {
      take('|');
      Operand second = simple_operand();
      found = Operand{Operand::Kind::pair, {}, {std::move(found), std::move(second)}};
    }
    return found;
  }

  Operand simple_operand() {
    skip();
    if (depth_ > 4) fail("inline PTX with brackets too deep");
    if (take('{')) return vector();
    if (take('[')) return address();
    if (take('!')) return {Operand::Kind::inverted, {}, {nested()}};
    if (here() == '-' || is_digit(here())) return number();
    if (here() == '%' && is_digit(after()) && has_operands_) return argument();
    const std::string name = register_name(word());
    skip();
    if (name.empty()) fail(std::string("inline PTX with an unexpected '") + here() + "'");
    return {Operand::Kind::name, name, {}};
  }

  Operand nested() {
    ++depth_;
    Operand found = operand();
    --depth_;
    return found;
  }

  Operand argument() {
    std::string digits;
    for (++at_; is_digit(here()); ++at_) digits += here();
    skip();
    return {Operand::Kind::argument, digits, {}};
  }

  Operand vector() {
    Operand found{Operand::Kind::vector, {}, {}};
    while (at_ < text_.size() && !take('}')) {
      found.parts.push_back(nested());
      if (!take(',') && here() != '}') fail("inline PTX with an unexpected end of '{'");
    }
    return found;
  }

  Operand address() {
    Operand found{Operand::Kind::address, "0", {nested()}};
    if (take('+')) {
      skip();
      const bool is_argument = here() == '%' && is_digit(after()) && has_operands_;
      if (is_argument) found.parts.push_back(argument());
      found.text = is_argument ? "" : number().text;
    } else if (here() == '-') {
      found.text = number().text;
    }
    if (!take(']')) fail("inline PTX with an address that is not a register plus a number");
    return found;
  }

  Operand number() {
    std::string sign;
    while (take('-')) sign = sign.empty() ? "-" : "";
    std::string digits;
    const bool bits = here() == '0' && (after() == 'f' || after() == 'F' || after() == 'd' || after() == 'D');
    while (is_digit(here()) || starts_identifier(here()) || here() == '.' ||
           (!bits && (here() == '+' || here() == '-') && (digits.ends_with('e') || digits.ends_with('E')) &&
            !digits.starts_with("0x")))
      digits += text_[at_++];
    skip();
    if (digits.empty()) fail("inline PTX with a '-' that does not begin a number");
    const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    const bool real = bits || (!hexadecimal && digits.find_first_of(".eE") != std::string::npos);
    return {real ? Operand::Kind::real : Operand::Kind::integer, sign + digits, {}};
  }

  std::string_view text_;
  bool has_operands_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool has_label_ = false;
  PtxText result_;
};

}  // namespace

PtxText read_ptx(std::string_view text, bool has_operands) { return TextReader(text, has_operands).run(); }

}  // namespace gridmark::rewrite
