#pragma once
// The grammar: shapes of declarations with a place for a name.
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::declarations {

/// Stands for the linker's name that a declaration aims at. Long, so that any name fits in its place in an
/// object's table of strings.
const std::string& place();
/// Stands for the linker's name in C++'s spelling, in a text alone.
constexpr std::string_view spelled = "SPELLED";
/// In each name that a candidate has of its own; the candidate's number, as long, comes in its place.
constexpr std::string_view own = "OWN0000000";
/// Of a variable that holds an offset: what the object's data have in its place.
constexpr unsigned long offset_place = 0x5ca1ab1e0ff5e700;

enum class Family {
  strings,     ///< attributes and pragmas that take a string
  readers,     ///< functions of shared libraries that are given a device pointer
  definitions  ///< ways to define a name
};

/// What the declared function or variable is used for.
enum class Use {
  none,
  call,   ///< of a function
  write,  ///< of a variable
};

struct Form {
  std::string name;  ///< "weakref, in brackets"
  Family family = Family::strings;
  Use use = Use::none;
  std::string text;      ///< what a student would write
  std::string compiled;  ///< what has the same object; empty: `text`
};

/// The one attribute by which a declaration becomes another name.
std::vector<Form> weakref_forms();
/// Each other attribute and pragma that takes a string, in several spellings of the string.
std::vector<Form> string_forms();
/// Calls with a device pointer in the argument `position`, each of which gives `bytes` of what lies there.
///
/// result     "rax", "xmm0", or "0" to "7": a word of the memory that the other arguments point to
/// by_string  the function is named by an attribute, not declared
Form reader_form(int position, const std::string& result, int bytes, bool by_string);
/// Each way to define a name.
std::vector<Form> definition_forms();

}  // namespace gridmark::declarations
