#include "emulation/rewrite/ptx_emission.h"

#include <algorithm>

#include "emulation/rewrite/ptx_instructions.h"
#include "emulation/rewrite/token.h"

namespace gridmark::rewrite {
namespace {

using Operand = PtxOperand;

const std::string room = "::gridmark::ptx::";

/// A name of PTX as a name of C++.
std::string identifier(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (c == ':' && result.ends_with('_')) continue;
    result += c == '.' || c == ':' || c == '$' || c == '%' ? '_' : c;
  }
  return result;
}

/// The constraint without =, + and &.
std::string constraint_class(const std::string& constraint) {
  std::string letters;
  std::copy_if(constraint.begin(), constraint.end(), std::back_inserter(letters),
               [](char c) { return c != '=' && c != '+' && c != '&' && c != '%'; });
  return letters;
}

class Emitter {
 public:
  Emitter(const AsmStatement& statement, const PtxText& ptx) : statement_(statement), ptx_(ptx) {}

  PtxEmission run() {
    const std::string fence = room + "forget_memory();";
    text_ = "do{";
    if (statement_.clobbers_memory || (statement_.is_volatile && loads())) text_ += fence;
    declared_.emplace_back();
    load_operands();
    for (const PtxStep& step : ptx_.steps) emit(step);
    if (declared_.size() != 1) fail("inline PTX with braces that do not pair within one asm statement");
    for (std::size_t i = 0; i < statement_.outputs; ++i)
      text_ += room + "store(" + argument(i) + "," + argument(i) + "o);";
    if (statement_.clobbers_memory) text_ += fence;
    text_ = text_ == "do{" ? "(void)0" : text_ + "}while(0)";  // no longer than asm(""), so that columns stay
    return {std::move(text_), std::move(problem_)};
  }

 private:
  bool loads() const {
    return std::any_of(ptx_.steps.begin(), ptx_.steps.end(), [](const PtxStep& step) {
      return step.kind == PtxStep::Kind::instruction && opcode_parts(step.opcode)[0] == "ld";
    });
  }

  void fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  static std::string argument(std::size_t i) { return "gridmark_" + std::to_string(i); }

  void load_operands() {
    for (std::size_t i = 0; i < statement_.operands.size(); ++i) {
      const AsmStatement::Operand& operand = statement_.operands[i];
      const std::string letter = constraint_class(operand.constraint);
      if (letter.size() != 1 || std::string_view("hrlfdn").find(letter) == std::string_view::npos)
        return fail("inline PTX with the constraint \"" + operand.constraint +
                    "\", which the emulated device does not know");
      const std::string& expression = operand.expression;
      const std::string load = room + "load_" + letter + "(";
      if (i >= statement_.outputs) {
        text_ += "const auto " + argument(i) + "=" + load + expression + ");";
        continue;
      }
      text_ += "auto&&" + argument(i) + "o=(" + expression + ");";
      const bool read = operand.constraint.find('+') != std::string::npos;
      text_ += room + "Register " + argument(i) + (read ? "=" + load + argument(i) + "o);" : ";");
    }
  }

  void emit(const PtxStep& step) {
    switch (step.kind) {
      case PtxStep::Kind::open:
        text_ += "{";
        declared_.emplace_back();
        return;
      case PtxStep::Kind::close:
        text_ += "}";
        if (declared_.size() < 2)
          return fail("inline PTX with braces that do not pair within one asm statement");
        declared_.pop_back();
        return;
      case PtxStep::Kind::declaration:
        for (const std::string& name : step.names) {
          text_ += room + "Register gridmark_r_" + identifier(name) + ";";
          declared_.back().push_back(name);
        }
        return;
      case PtxStep::Kind::instruction:
        return instruction(step);
    }
  }

  void instruction(const PtxStep& step) {
    const auto parts = opcode_parts(step.opcode);
    const std::string_view unknown = unknown_part(parts);
    if (!unknown.empty()) {
      std::string because = unknown == parts[0] ? "" : " ('" + std::string(unknown) + "' is unknown)";
      return fail("the PTX instruction '" + step.opcode + "' does not run on the emulated device" + because);
    }
    type_ = std::string(parts.size() > 1 ? parts.back() : "b32");
    if (step.predicate) text_ += "if(" + room + "truth(" + emitted(*step.predicate) + "))";
    text_ += room + "i_" + std::string(parts[0]) + "<";
    for (std::size_t i = 1; i < parts.size(); ++i)
      text_ += (i > 1 ? "," : "") + room + "m_" + identifier(parts[i]);
    text_ += ">(";
    for (std::size_t i = 0; i < step.operands.size(); ++i)
      text_ += (i > 0 ? "," : "") + emitted(step.operands[i]);
    text_ += ");";
  }

  std::string emitted(const Operand& operand) {
    switch (operand.kind) {
      case Operand::Kind::argument:
        return emitted_argument(operand.text);
      case Operand::Kind::name:
        return emitted_name(operand.text);
      case Operand::Kind::integer:
        return room + "immediate(" + operand.text + ")";
      case Operand::Kind::real:
        return emitted_real(operand.text);
      case Operand::Kind::vector:
        return room + "vector(" + joined(operand.parts) + ")";
      case Operand::Kind::address:
        return room + "at(" + joined(operand.parts) + (operand.text.empty() ? "" : ",") + operand.text + ")";
      case Operand::Kind::inverted:
        return room + "inverted(" + joined(operand.parts) + ")";
      case Operand::Kind::pair:
        return joined(operand.parts);
    }
    return {};
  }

  std::string joined(const std::vector<Operand>& parts) {
    std::string text;
    for (const Operand& part : parts) text += (text.empty() ? "" : ",") + emitted(part);
    return text;
  }

  std::string emitted_argument(const std::string& digits) {
    const std::size_t i = digits.size() > 3 ? 1000 : static_cast<std::size_t>(std::stoi(digits));
    if (i >= statement_.operands.size()) fail("inline PTX names %" + digits + ", and has no such operand");
    return argument(i);
  }

  std::string emitted_name(const std::string& name) {
    if (name == "_") return room + "Register()";
    if (name == "WARP_SZ") return room + "immediate(32)";
    for (auto scope = declared_.rbegin(); scope != declared_.rend(); ++scope) {
      if (std::find(scope->begin(), scope->end(), name) != scope->end())
        return "gridmark_r_" + identifier(name);
    }
    if (is_special_register(name)) return room + "s_" + identifier(name) + "()";
    fail("inline PTX names '" + name +
         "', which is neither a register of this asm statement nor one of the emulated device");
    return {};
  }

  /// 0f3F800000, 0d3FF0000000000000, 1.5
  std::string emitted_real(const std::string& text) const {
    const std::size_t digits = text.starts_with("-") ? 1 : 0;
    const std::string sign = text.substr(0, digits);
    if (text.size() > digits + 2 && text[digits] == '0' &&
        (text[digits + 1] == 'f' || text[digits + 1] == 'F'))
      return room + "float_bits(0x" + text.substr(digits + 2) + "u)";
    if (text.size() > digits + 2 && text[digits] == '0' &&
        (text[digits + 1] == 'd' || text[digits + 1] == 'D'))
      return room + "double_bits(0x" + text.substr(digits + 2) + "ull)";
    return room + "real<" + room + "m_" + type_ + ">(" + sign + text.substr(digits) + ")";
  }

  const AsmStatement& statement_;
  const PtxText& ptx_;
  std::string text_, problem_;
  std::string type_;  ///< of the instruction, for its literals
  std::vector<std::vector<std::string>> declared_;
};

}  // namespace

PtxEmission emit_ptx(const AsmStatement& statement, const PtxText& ptx) {
  return Emitter(statement, ptx).run();
}

}  // namespace gridmark::rewrite
