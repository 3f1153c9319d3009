// Instructions that compilers never emit, and instructions that they do emit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "grader/compile/key_changes.h"
#include "grader/compile/machine_code.h"

// The bytes from the second one on are wrpkru. For key_changes.
extern "C" __attribute__((noinline)) unsigned gridmark_test_constant() { return 0x00ef010f; }
extern "C" __attribute__((noinline)) unsigned gridmark_test_other_constant() { return 0x00ee010f; }

namespace gridmark::compile {
namespace {

using testing::HasSubstr;

/// An object whose only function has these bytes.
ObjectFile object_of(const std::string& bytes, const std::string& section = ".text") {
  ObjectFile object;
  object.code = {{section, 1, bytes, {}}};
  ObjectSymbol function;
  function.name = "_Z4helpv";
  function.defined = function.function = true;
  function.section = 1;
  function.size = bytes.size();
  object.symbols = {function};
  return object;
}

std::string refusal_of(const ObjectFile& object, Flavour flavour = Flavour::fast) {
  const auto refused = refused_code(object, flavour);
  return refused ? refused->message : "";
}

std::string bytes(std::initializer_list<int> values) { return {values.begin(), values.end()}; }

std::string read_all(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(MachineCode, WaysIntoTheKernelAndToClosedMemoryAreRefusedByName) {
  const std::pair<const char*, std::string> refused[] = {
      {"syscall", bytes({0x0f, 0x05})},
      {"sysenter", bytes({0x0f, 0x34})},
      {"int", bytes({0xcd, 0x80})},
      {"int1", bytes({0xf1})},
      {"wrpkru", bytes({0x0f, 0x01, 0xef})},
      {"rdpkru", bytes({0x0f, 0x01, 0xee})},
      {"xrstor", bytes({0x0f, 0xae, 0x2f})},
      {"xrstor64", bytes({0x48, 0x0f, 0xae, 0x2f})},
      {"xrstors", bytes({0x0f, 0xc7, 0x18})},
      {"lcall", bytes({0xff, 0x1f})},
      {"ljmp", bytes({0xff, 0x2f})},
      {"lret", bytes({0xcb})},
      {"iretq", bytes({0x48, 0xcf})},
      {"mov", bytes({0x8e, 0xe0})},
      {"pop", bytes({0x0f, 0xa1})},
      {"wrfsbase", bytes({0xf3, 0x48, 0x0f, 0xae, 0xd0})},
      {"wrgsbase", bytes({0xf3, 0x48, 0x0f, 0xae, 0xd8})},
      {"hlt", bytes({0xf4})},
      {"in", bytes({0xec})},
      {"outsb", bytes({0x6e})},
      {"popf", bytes({0x9d})},
      {"xbegin", bytes({0xc7, 0xf8, 0, 0, 0, 0})},
      {"vmcall", bytes({0x0f, 0x01, 0xc1})},
  };
  for (const auto& [name, code] : refused) {
    EXPECT_THAT(refusal_of(object_of(code + '\xc3')),
                HasSubstr("has the processor's instruction " + std::string(name) + " in help(), "))
        << name;
    EXPECT_NE(refusal_of(object_of('\xf3' + code + '\xc3')), "") << "rep " << name;
    EXPECT_NE(refusal_of(object_of("\x90\xb8" + bytes({1, 2, 3, 4}) + code)), "")
        << "behind others: " << name;
  }
  EXPECT_EQ(refused_code(object_of(bytes({0x0f, 0x05})), Flavour::fast)->word, "help");
}

TEST(MachineCode, WhatCompilersMakeIsAllowed) {
  for (const std::string& code :
       {bytes({0xc3}), bytes({0xcc}), bytes({0x0f, 0x0b}), bytes({0xf0, 0xff, 0x00}),
        bytes({0xf3, 0x48, 0xab}), bytes({0x64, 0x48, 0x8b, 0x04, 0x25, 0x28, 0, 0, 0}),  // mov %fs:0x28,%rax
        bytes({0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0}),                             // cs nopw
        bytes({0x66, 0x48, 0x8d, 0x3d, 0, 0, 0, 0}),                                      // data16 lea
        bytes({0x3e, 0xff, 0xe0}), bytes({0xc5, 0xf8, 0x77}),  // notrack jmp *%rax; vzeroupper
        bytes({0x0f, 0xae, 0xf0}), bytes({0x0f, 0x31}), bytes({0x0f, 0xae, 0x18}),  // mfence, rdtsc, stmxcsr
        bytes({0xb8, 0x0f, 0x05, 0xc3, 0})})                                        // mov $0xc3050f,%eax
    EXPECT_EQ(refusal_of(object_of(code)), "");
  EXPECT_EQ(refusal_of(read_object_file(read_all(SAMPLE_OBJECT))), "");
}

TEST(MachineCode, WhatIsNoInstructionIsRefused) {
  for (const std::string& code :
       {bytes({0x06}), bytes({0x0f, 0xff}), bytes({0x0f}), bytes({0xe8, 1, 2}), bytes({0x62, 1})})
    EXPECT_THAT(refusal_of(object_of(code)), HasSubstr("not an instruction"));
}

TEST(MachineCode, CodeBelongsToAFunction) {
  ObjectFile object = object_of(bytes({0xc3, 0x90, 0x66, 0x90, 0x0f, 0x1f, 0, 0x48, 0x89, 0xc0, 0xc3}));
  object.symbols[0].size = 1;
  EXPECT_THAT(refusal_of(object), HasSubstr("outside of all functions"));
  object.code[0].bytes.resize(7);  // and what fills gaps to none
  EXPECT_EQ(refusal_of(object), "");
}

TEST(MachineCode, SectionsForCodeAreThoseOfCompilers) {
  for (const char* name :
       {".text", ".text.startup", ".text.unlikely", ".text._ZNSt6vectorIiED2Ev", ".text.unlikely._Z4helpv"})
    EXPECT_EQ(refusal_of(object_of("\xc3", name)), "") << name;
  for (const char* name : {".text.fetch", ".text,", ".textual", ".data.rel.ro", ".rodata", ".init", "mine",
                           ".text.startup.x", ""})
    EXPECT_THAT(refusal_of(object_of("\xc3", name)), HasSubstr("separate section")) << name;
}

TEST(MachineCode, WhatReachesMemoryIsCounted) {
  const std::string load = bytes({0x8b, 0x07, 0xc3});  // mov (%rdi),%eax
  ObjectFile object = object_of(load);
  EXPECT_THAT(refusal_of(object, Flavour::counted), HasSubstr("the counters do not see it"));
  EXPECT_EQ(refusal_of(object), "");
  object.code[0].relocations = {{1, "gridmark_block"}};
  EXPECT_EQ(refusal_of(object, Flavour::counted), "");
  object.code[0].relocations = {{1, "printf"}};
  EXPECT_NE(refusal_of(object, Flavour::counted), "");
  for (const char* name :
       {"_ZThn16_N1C1gEv", "_ZN8gridmark9emulation11run_threadsIiEEvPv", "_Z4helpv.cold"}) {
    object.symbols[0].name = name;
    EXPECT_EQ(refusal_of(object, Flavour::counted), "") << name;
  }
}

TEST(MachineCode, WithoutMemoryNothingCounts) {
  for (const std::string& code : {bytes({0xeb, 0xfe}), bytes({0x8b, 0x44, 0x24, 8, 0xc3}),  // 8(%rsp)
                                  bytes({0x8b, 0x05, 0, 0, 0, 0, 0xc3}),                    // 0(%rip)
                                  bytes({0x48, 0x8d, 0x07, 0xc3}), bytes({0x0f, 0x1f, 0x40, 0, 0xc3})})
    EXPECT_EQ(refusal_of(object_of(code), Flavour::counted), "");
}

TEST(KeyChanges, BytesInAConstantHaveTheNameOfTheirFunction) {
  ASSERT_EQ(gridmark_test_constant() - gridmark_test_other_constant(), 0x10000u);
  const auto functions = functions_that_change_keys(read_all("/proc/self/exe"));
  EXPECT_TRUE(functions.contains("gridmark_test_constant"));
  EXPECT_FALSE(functions.contains("gridmark_test_other_constant"));
}

TEST(KeyChanges, WhatIsNoProgramHasNone) {
  EXPECT_TRUE(functions_that_change_keys("").empty());
  EXPECT_TRUE(functions_that_change_keys(std::string(4096, 'x')).empty());
  std::string damaged = read_all(SAMPLE_OBJECT);
  for (std::size_t at = 0; at < damaged.size(); at += 41)
    damaged[at] = '\x7f', functions_that_change_keys(damaged);
}

}  // namespace
}  // namespace gridmark::compile
