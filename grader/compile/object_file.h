#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::compile {

struct ObjectSymbol {
  enum class Binding { local, global, weak, unique };
  std::string name;  ///< as the linker knows it, bytes
  Binding binding = Binding::global;
  bool defined = false;
  bool indirect = false;  ///< a function that chooses its code when the program starts (ifunc)
  bool absolute = false;  ///< a number, not a place
  bool variable = false;
  bool function = false;
  std::size_t section = 0;  ///< index of its section, 0 for none
  std::uint64_t begin = 0;  ///< in its section, bytes
  std::uint64_t size = 0;   ///< bytes
};

struct ObjectSection {
  std::string name;
  std::size_t index = 0;
  bool writable = false;
  bool executable = false;
};

/// A place that the linker fills in.
struct Relocation {
  std::uint64_t at = 0;  ///< in its section, bytes
  std::string symbol;    ///< empty for a section
};

/// An executable section.
struct CodeSection {
  std::string name;
  std::size_t index = 0;
  std::string bytes;
  std::vector<Relocation> relocations;  ///< sorted by place
};

/// The contents of an object file, and the symbols that it needs.
struct ObjectFile {
  std::string malformed;  ///< why it is not an object file, or empty
  std::vector<ObjectSymbol> symbols;
  std::vector<ObjectSection> sections;
  std::vector<CodeSection> code;
};

/// bytes  hostile: a compiler made them from a student's source
ObjectFile read_object_file(std::string_view bytes);

}  // namespace gridmark::compile
