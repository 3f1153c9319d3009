#include "tests/fuzz/declarations/form.h"

#include <fmt/format.h>

#include <array>

#include "tests/fuzz/declarations/replaced.h"

namespace gridmark::declarations {
namespace {

constexpr const char* call_of_stand = R"(
extern "C" void try_OWN0000000(unsigned long* scratch, unsigned long) {
  using Function = unsigned long (*)(void*, void*, unsigned long, unsigned long);
  if (&stand_OWN0000000) ((Function)(void*)&stand_OWN0000000)(scratch, scratch + 64, 0, 8);
}
)";

/// A pointer in a variable of gridmark is changed to a function that forges meters.
constexpr const char* write_to_stand = R"(
extern "C" void try_OWN0000000(unsigned long*, unsigned long forger) {{
  if (!&stand_OWN0000000) return;
  unsigned long* at = (unsigned long*)(void*)&stand_OWN0000000 + {};
  *at = forger;
}}
)";

constexpr const char* address_of_stand = R"(
extern "C" void try_OWN0000000(unsigned long* scratch, unsigned long) {
  *scratch += (unsigned long)(void*)&stand_OWN0000000;
}
)";

constexpr const char* call_of_own = R"(
extern "C" void try_OWN0000000(unsigned long* scratch, unsigned long) { *scratch += own_OWN0000000(); }
)";

constexpr const char* read_of_own = R"(
extern "C" void try_OWN0000000(unsigned long* scratch, unsigned long) { *scratch += own_OWN0000000; }
)";

/// One C++ string in several spellings. Compilers read the same name in all of them.
constexpr std::array<const char*, 4> spellings{"\"PLACE\"", "\"HALVES\"", "\"HEXED\"", "R\"x(PLACE)x\""};
constexpr std::array<const char*, 3> brackets{"__attribute__(({}({})))", "[[gnu::{}({})]]",
                                              "__attribute((__{}__({})))"};

/// Text around a name that the assembler might read.
constexpr std::array<const char*, 8> around{"PLACE",
                                            "*PLACE",
                                            "PLACE@V",
                                            "PLACE@@V",
                                            "PLACE+8",
                                            ".text.PLACE",
                                            ".text\\n\\t.weakref alias_OWN0000000, PLACE\\n\\t.text",
                                            "PLACE,\\\"ax\\\",@progbits\\n\\t.quad PLACE #"};

/// Attributes of functions: those whose string is passed to the assembler, and those whose string the
/// compiler reads itself.
constexpr std::array<const char*, 6> passed_on{"section", "symver",      "alias",
                                               "ifunc",   "fentry_name", "fentry_section"};
constexpr std::array<const char*, 17> read{
    "target",          "optimize",        "visibility",    "deprecated",          "error",
    "warning",         "unavailable",     "simd",          "zero_call_used_regs", "no_sanitize",
    "function_return", "indirect_branch", "target_clones", "nodiscard",           "format_arg",
    "assume_aligned",  "access"};
constexpr std::array<const char*, 6> of_variables{"section",    "alias",      "tls_model",
                                                  "visibility", "deprecated", "symver"};

constexpr std::array<const char*, 14> pragmas{"#pragma weak PLACE",
                                              "#pragma weak own_OWN0000000 = PLACE",
                                              "#pragma weak PLACE = own_OWN0000000",
                                              "#pragma redefine_extname own_OWN0000000 PLACE",
                                              "#pragma GCC optimize \"PLACE\"",
                                              "#pragma GCC target \"PLACE\"",
                                              "#pragma GCC visibility push(PLACE)",
                                              "#pragma GCC poison PLACE",
                                              "#pragma GCC diagnostic ignored \"PLACE\"",
                                              "#pragma GCC warning \"PLACE\"",
                                              "#pragma push_macro(\"PLACE\")",
                                              "#pragma message \"PLACE\"",
                                              "#pragma omp threadprivate(PLACE)",
                                              "#ident \"PLACE\""};

void add_attribute(const std::string& attribute, const std::string& string, Use use, const std::string& rest,
                   std::vector<Form>& forms) {
  const auto written = [&](const char* bracket, const std::string& spelling) {
    const std::string argument = replaced(spelling, "PLACE", string);
    return fmt::format(fmt::runtime(bracket), attribute, argument) + " " + rest;
  };
  for (const char* bracket : brackets)
    for (const char* spelling : spellings) {
      // The same in all brackets, and in other spellings if it is one string that begins with a name.
      if (spelling != spellings[0] &&
          (bracket != brackets[0] || string.find("PLACE") != 0 || string.find('\\') != string.npos))
        continue;
      Form form{fmt::format("{}({}) as {}", attribute, string, spelling), Family::strings, use,
                written(bracket, spelling), written(bracket, spellings[0])};
      form.text = replaced(replaced(form.text, "HALVES", replaced(string, "PLACE", "HALVES")), "HEXED",
                           replaced(string, "PLACE", "HEXED"));
      forms.push_back(form);
    }
}

}  // namespace

std::vector<Form> weakref_forms() {
  const std::string stand = "static void stand_OWN0000000();";
  std::vector<Form> forms;
  for (const char* string : around) {
    add_attribute("weakref", string, Use::none, stand + address_of_stand, forms);
    if (string != around[0] && string != around[1]) continue;  // the others do not name a usable target
    add_attribute("weakref", string, Use::call, stand + call_of_stand, forms);
    for (int word = 0; word < 3; ++word)
      add_attribute("weakref", string, Use::write, stand + fmt::format(fmt::runtime(write_to_stand), word),
                    forms);
  }
  return forms;
}

const std::string& place() {
  static const std::string text = "PLACE" + std::string(1500, '_');
  return text;
}

std::vector<Form> string_forms() {
  const std::string function = std::string("unsigned long own_OWN0000000() { return 1; }") + call_of_own;
  const std::string variable = std::string("unsigned long own_OWN0000000 = 1;") + read_of_own;
  std::vector<Form> forms;
  for (const char* string : around) {
    for (const char* attribute : passed_on) add_attribute(attribute, string, Use::none, function, forms);
    for (const char* attribute : of_variables) add_attribute(attribute, string, Use::none, variable, forms);
  }
  for (const char* attribute : read) add_attribute(attribute, around[0], Use::none, function, forms);
  for (const char* pragma : pragmas)
    forms.push_back({pragma, Family::strings, Use::none,
                     fmt::format("extern \"C\" unsigned long own_OWN0000000() {{ return 1; }}\n{}\n{}",
                                 pragma, call_of_own),
                     ""});
  return forms;
}

}  // namespace gridmark::declarations
