#include "tests/fuzz/declarations/form.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace gridmark::declarations {
namespace {

/// A way to define a name: its spelling in C++, and a text with the same object that uses the linker's name.
struct Way {
  const char* name;
  const char* text;
  const char* compiled;
};

constexpr std::array<Way, 24> ways{{
    {"strong", "unsigned long SPELLED { return 0; }", "extern \"C\" unsigned long PLACE() { return 0; }"},
    {"weak", "__attribute__((weak)) unsigned long SPELLED { return 0; }",
     "extern \"C\" __attribute__((weak)) unsigned long PLACE() { return 0; }"},
    {"inline", "__attribute__((used)) inline unsigned long SPELLED { return 0; }",
     "extern \"C\" __attribute__((used)) inline unsigned long PLACE() { return 0; }"},
    {"specialisation", "template <> __attribute__((used)) inline unsigned long SPELLED { return 0; }",
     "extern \"C\" __attribute__((used)) inline unsigned long PLACE() { return 0; }"},
    {"hidden", "__attribute__((visibility(\"hidden\"))) unsigned long SPELLED { return 0; }",
     "extern \"C\" __attribute__((visibility(\"hidden\"))) unsigned long PLACE() { return 0; }"},
    {"protected", "__attribute__((weak, visibility(\"protected\"))) unsigned long SPELLED { return 0; }",
     "extern \"C\" __attribute__((weak, visibility(\"protected\"))) unsigned long PLACE() { return 0; }"},
    {"internal, inline",
     "__attribute__((used, visibility(\"internal\"))) inline unsigned long SPELLED { return 0; }",
     "extern \"C\" __attribute__((used, visibility(\"internal\"))) inline unsigned long PLACE() { return 0; "
     "}"},
    {"constructor", "__attribute__((constructor)) unsigned long SPELLED { return 0; }",
     "extern \"C\" __attribute__((constructor)) unsigned long PLACE() { return 0; }"},
    {"cold, weak", "__attribute__((cold, weak)) unsigned long SPELLED { return 0; }",
     "extern \"C\" __attribute__((cold, weak)) unsigned long PLACE() { return 0; }"},
    {"alias", "unsigned long SPELLED __attribute__((alias(\"own_OWN0000000\")));",
     "extern \"C\" unsigned long PLACE() __attribute__((alias(\"own_OWN0000000\")));"},
    {"weak alias", "unsigned long SPELLED __attribute__((weak, alias(\"own_OWN0000000\")));",
     "extern \"C\" unsigned long PLACE() __attribute__((weak, alias(\"own_OWN0000000\")));"},
    {"ifunc",
     "extern \"C\" void* chosen_OWN0000000() { return (void*)&own_OWN0000000; }\n"
     "unsigned long SPELLED __attribute__((ifunc(\"chosen_OWN0000000\")));",
     "extern \"C\" void* chosen_OWN0000000() { return (void*)&own_OWN0000000; }\n"
     "extern \"C\" unsigned long PLACE() __attribute__((ifunc(\"chosen_OWN0000000\")));"},
    {"symver",
     "extern \"C\" __attribute__((symver(\"PLACE@V\"))) unsigned long old_OWN0000000() { return 0; }", ""},
    {"symver, default",
     "extern \"C\" __attribute__((symver(\"PLACE@@V\"))) unsigned long old_OWN0000000() { return 0; }", ""},
    {"label",
     "unsigned long old_OWN0000000() __asm__(\"PLACE\");\nunsigned long old_OWN0000000() { return 0; }", ""},
    {"extern C", "extern \"C\" unsigned long PLACE() { return 0; }", ""},
    {"pragma weak", "#pragma weak PLACE\nextern \"C\" unsigned long PLACE() { return 0; }", ""},
    {"variable", "unsigned long SPELLED = 1;", "extern \"C\" { unsigned long PLACE = 1; }"},
    {"weak variable", "__attribute__((weak)) unsigned long SPELLED = 1;",
     "extern \"C\" { __attribute__((weak)) unsigned long PLACE = 1; }"},
    {"common variable", "__attribute__((common)) unsigned long SPELLED;",
     "extern \"C\" { __attribute__((common)) unsigned long PLACE; }"},
    {"inline variable", "__attribute__((used)) inline unsigned long SPELLED = 1;",
     "extern \"C\" { __attribute__((used)) inline unsigned long PLACE = 1; }"},
    {"constant", "extern const unsigned long SPELLED = 1;",
     "extern \"C\" { extern const unsigned long PLACE; const unsigned long PLACE = 1; }"},
    {"thread's variable", "thread_local unsigned long SPELLED = 1;",
     "extern \"C\" { thread_local unsigned long PLACE = 1; }"},
    {"local", "static unsigned long local_OWN0000000() { return 0; } // beside SPELLED",
     "static unsigned long local_OWN0000000() { return 0; }"},
}};

/// Code that all of them have: a function that an alias can name, and one that a run calls.
constexpr const char* around = R"(extern "C" unsigned long own_OWN0000000() {{ return 0; }}
{}
extern "C" void try_OWN0000000(unsigned long* scratch, unsigned long) {{ *scratch += own_OWN0000000(); }}
)";

constexpr const char* reader = R"({0}
{5} unsigned long offset_OWN0000000 = {1}ul;
extern "C" unsigned long fetch_OWN0000000(unsigned long at) {{
  unsigned long value = 0;
  for (unsigned long part = 0; part < 8; part += {2}) {{
    unsigned long scratch[64] = {{}};
    value |= ({4} & {3}) << (8 * part);
  }}
  return value;
}}
extern "C" void try_OWN0000000(unsigned long*, unsigned long) {{}}
)";

}  // namespace

std::vector<Form> definition_forms() {
  std::vector<Form> forms;
  for (const Way& way : ways) {
    Form form{way.name, Family::definitions, Use::none, fmt::format(fmt::runtime(around), way.text), ""};
    if (*way.compiled != '\0') form.compiled = fmt::format(fmt::runtime(around), way.compiled);
    forms.push_back(form);
  }
  return forms;
}

Form reader_form(int position, const std::string& result, int bytes, bool by_string) {
  const bool real = result == "xmm0";
  std::array<std::string, 3> arguments{"scratch", "scratch", "8"};
  arguments.at(static_cast<std::size_t>(position)) = "(void*)(at + part - offset_OWN0000000)";
  std::string gives =
      fmt::format("{}({})", by_string ? "stand_OWN0000000" : "PLACE", fmt::join(arguments, ", "));
  if (real) gives = "__builtin_bit_cast(unsigned long, " + gives + ")";
  if (result != "rax" && !real) gives = "(" + gives + ", scratch[" + result + "])";
  const std::string declared = fmt::format(
      fmt::runtime(by_string ? "__attribute__((weakref(\"PLACE\"))) static {} stand_OWN0000000(...);"
                             : "extern \"C\" {} PLACE(...);"),
      real ? "double" : "unsigned long");
  const std::string mask = bytes == 8 ? "~0ul" : fmt::format("{}ul", (1ul << (8 * bytes)) - 1);
  // In an object, a number can be written over the offset.
  const auto written = [&](const char* offset) {
    return fmt::format(reader, declared, offset_place, bytes, mask, gives, offset);
  };
  return {
      fmt::format("argument {}, {} bytes in {}{}", position, bytes, result, by_string ? ", by weakref" : ""),
      Family::readers, Use::none, written("constexpr"), written("volatile")};
}

}  // namespace gridmark::declarations
