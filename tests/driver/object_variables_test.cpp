#include "emulation/driver/object_variables.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace gridmark::driver {
namespace {

/// An object whose only section claims to be a symbol table of `bytes`, but has no content.
std::string table_of(std::uint64_t bytes) {
  Elf64_Ehdr header{};
  header.e_shoff = sizeof header;
  header.e_shnum = 1;
  Elf64_Shdr table{};
  table.sh_type = SHT_SYMTAB;
  table.sh_offset = sizeof header + sizeof table;
  table.sh_size = bytes;
  std::string object(sizeof header + sizeof table, '\0');
  std::memcpy(object.data(), &header, sizeof header);
  std::memcpy(object.data() + sizeof header, &table, sizeof table);
  return object;
}

TEST(ObjectVariables, WhatIsNoObjectHasNone) {
  EXPECT_TRUE(object_variables("").empty());
  EXPECT_TRUE(object_variables("no object").empty());
}

TEST(ObjectVariables, ATableThatClaimsMoreThanTheFileEndsWithIt) {  // or the test's time limit ends it
  EXPECT_TRUE(object_variables(table_of(~std::uint64_t{0} - 64)).empty());
}

TEST(ObjectVariables, AVariableHasItsSize) {
  Elf64_Sym symbol{};
  symbol.st_name = 1;
  symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
  symbol.st_shndx = 1;
  symbol.st_size = 12;
  std::string object = table_of(sizeof symbol);
  object.append(reinterpret_cast<const char*>(&symbol), sizeof symbol);
  const auto found = object_variables(object);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].bytes, 12u);
  EXPECT_FALSE(found[0].thread_local_);
}

}  // namespace
}  // namespace gridmark::driver
