#pragma once
// The grammar: shapes of declarations with a place for a name.
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::declarations {

/// Placeholder for the linker's name in a declaration. It is long, so that any name fits in its place in an
/// object's table of strings.
const std::string& place();
/// Placeholder for the name in C++'s spelling, only in a text.
constexpr std::string_view spelled = "SPELLED";
/// A part of each name that belongs to the candidate itself. The candidate's number, which is as long,
/// replaces it.
constexpr std::string_view own = "OWN0000000";
/// Placeholder in an object's data for a variable's offset.
constexpr unsigned long offset_place = 0x5ca1ab1e0ff5e700;

enum class Family {
  strings,     ///< attributes and pragmas that take a string
  readers,     ///< functions of shared libraries with a device pointer as an argument
  definitions  ///< ways to define a name
};

/// The use of the declared function or variable.
enum class Use {
  none,
  call,   ///< of a function
  write,  ///< of a variable
};

struct Form {
  std::string name;  ///< "weakref, in brackets"
  Family family = Family::strings;
  Use use = Use::none;
  std::string text;      ///< the student's text
  std::string compiled;  ///< a text with the same object; empty: `text`
};

/// The only attribute that makes a declaration an alias of another name.
std::vector<Form> weakref_forms();
/// Every other attribute and pragma with a string, in several spellings of the string.
std::vector<Form> string_forms();
/// Calls with a device pointer in the argument `position`. Each returns `bytes` of the memory there.
///
/// result     "rax", "xmm0", or "0" to "7": a word of the memory that the other arguments point to
/// by_string  the function is named by an attribute, not declared
Form reader_form(int position, const std::string& result, int bytes, bool by_string);
/// Every way to define a name.
std::vector<Form> definition_forms();

}  // namespace gridmark::declarations
