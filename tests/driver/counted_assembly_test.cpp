#include "emulation/driver/counted_assembly.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "emulation/driver/constant_names.h"
#include "emulation/driver/floating_point.h"

namespace gridmark::driver {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string counted(const std::string& assembly) { return counted_assembly(assembly, ""); }

const std::string gap = "\t.zero\t128\n";

/// The assembly of a hook: block `number`, called or jumped to, in a section with these flags. It has the
/// twelve counts of operations, the number of instructions, the first one in double precision, the accesses
/// to local arrays, their bytes, and the bytes of the function's arrays.
std::string block(const std::string& number, const std::string& call, const std::string& flags,
                  const std::string& counts, const std::string& instructions,
                  const std::string& first_double = "0", const std::string& local = "0, 0",
                  const std::string& array_bytes = "0") {
  const std::string record = ".Lgridmark_block" + number, place = ".Lgridmark_place" + number;
  return "\tleaq\t" + record + "(%rip), %rdi\n\t" + call + "\tgridmark_block@PLT\n" + place +
         ":\n\t.pushsection\tgridmark_blocks," + flags + "\n\t.align\t8\n" + record + ":\n\t.quad\t" + place +
         ", 0, 0\n\t.short\t" + counts + "\n\t.long\t" + first_double + ", " + instructions + "\n\t.short\t" +
         local + "\n\t.long\t" + array_bytes + "\n\t.popsection\n";
}

TEST(CountedAssembly, IsTheSameTextWhereThereIsNothingToCount) {
  for (const char* text :
       {"", "\n", "f:\n\tmovl\t%eax, %ebx\n\tret\n", "\t.text\nf:\n\taddss %xmm0, %xmm1\n"})
    EXPECT_EQ(counted(text), text);
  EXPECT_EQ(counted("f:\n\tret"), "f:\n\tret\n");
}

// An access after its hook, one without a hook, a scalar on the stack, and a variable of the program.
TEST(CountedAssembly, AnAccessThatNoHookAnnouncesIsToALocalArray) {
  EXPECT_THAT(counted("f:\n"
                      "\tsubq\t$4120, %rsp\n"
                      "\tcall\t__sanitizer_cov_trace_pc@PLT\n"
                      "\tcall\t__tsan_read4@PLT\n"
                      "\tmovss\t(%rbx), %xmm0\n"
                      "\taddss\t64(%rsp,%rax,4), %xmm0\n"
                      "\tmovss\t%xmm0, 8(%rsp)\n"
                      "\tmovsd\t%xmm1, (%r12)\n"
                      "\tmovaps\t%xmm1, 32(%rsp)\n"
                      "\tmovl\ttable(%rip), %eax\n"
                      "\tleaq\t32(%rsp), %rdi\n"
                      "\tmovq\t%fs:(%rbx), %rax\n"),
              HasSubstr(block("0", "call", "\"aw\",@progbits", "0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0", "10",
                              "0", "2, 12", "4112")));
}

TEST(CountedAssembly, AFunctionsArraysAreThoseOfAllItsBlocks) {
  const std::string text = counted(
      "f:\n\tcall\t__sanitizer_cov_trace_pc@PLT\n\tsubq\t$256, %rsp\n\tret\n"
      "g:\n\tcall\t__sanitizer_cov_trace_pc@PLT\n\tret\n");
  EXPECT_THAT(text, HasSubstr("\t.short\t0, 0\n\t.long\t256\n"));
  EXPECT_THAT(text, HasSubstr("\t.short\t0, 0\n\t.long\t0\n"));
}

TEST(CountedAssembly, ABlockEndsAtTheNextHook) {
  EXPECT_EQ(counted("\t.text\nf:\n"
                    "\tmulsd\t%xmm9, %xmm9\n"  // in front of all blocks
                    "\tcall\t__sanitizer_cov_trace_pc@PLT\n"
                    "\tmovl\t%eax, %ebx\n"
                    ".L2:\n"
                    "\t.loc 1 2 3\n"
                    "\taddss\t%xmm0, %xmm1\n"
                    "\tcall\t__sanitizer_cov_trace_pc@PLT\n"
                    "\tmulsd\t%xmm0, %xmm1\n"
                    "\tret\n"),
            "\t.text\nf:\n\tmulsd\t%xmm9, %xmm9\n" +
                block("0", "call", "\"aw\",@progbits", "0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0", "3") +
                "\tmovl\t%eax, %ebx\n.L2:\n\t.loc 1 2 3\n\taddss\t%xmm0, %xmm1\n" +
                block("1", "call", "\"aw\",@progbits", "0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0", "3",
                      ".Lgridmark_double1-.Lgridmark_place1+1") +
                ".Lgridmark_double1:\n\tmulsd\t%xmm0, %xmm1\n\tret\n");
}

// A distance between two sections is not a number.
TEST(CountedAssembly, ADoubleInAnotherSectionThanItsHookHasNoPlace) {
  const std::string text = counted(
      "\tcall\t__sanitizer_cov_trace_pc@PLT\n"
      "\t.section\t.text.unlikely\n"
      "\tmulsd\t%xmm0, %xmm1\n");
  EXPECT_THAT(text, HasSubstr(".long\t0, 2\n"));
  EXPECT_THAT(text, Not(HasSubstr("gridmark_double")));
}

TEST(CountedAssembly, AHookInTailPositionStaysAJump) {
  EXPECT_EQ(counted("\tjmp\t__sanitizer_cov_trace_pc@PLT\n"),
            block("0", "jmp", "\"aw\",@progbits", "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0", "1"));
}

TEST(CountedAssembly, ARecordSharesTheGroupOfItsFunction) {
  const std::string hook = "\tcall\t__sanitizer_cov_trace_pc@PLT\n";
  const std::string grouped = "\t.section\t.text._Z1kIiEvT_,\"axG\",@progbits,_Z1kIiEvT_,comdat\n";
  EXPECT_THAT(counted(grouped + hook),
              HasSubstr(".pushsection\tgridmark_blocks,\"awG\",@progbits,_Z1kIiEvT_,comdat\n"));
  EXPECT_THAT(counted(grouped + "\t.text\n" + hook),
              HasSubstr(".pushsection\tgridmark_blocks,\"aw\",@progbits\n"));
  EXPECT_THAT(counted("\t.section\t.text.unlikely,\"ax\",@progbits\n" + hook),
              HasSubstr(".pushsection\tgridmark_blocks,\"aw\",@progbits\n"));
}

TEST(CountedAssembly, AVariableIsFollowedByAGap) {
  struct Case {
    const char* behaviour;
    std::string text, expected;
  };
  const std::string two = "a:\n\t.zero\t8\n", three = "b:\n\t.long\t1\n\t.long\t2\n";
  const Case cases[] = {
      {"one that the next follows", "\t.bss\n" + two + "\t.globl\tb\n" + three + "\t.text\n",
       "\t.bss\n" + two + gap + "\t.globl\tb\n" + three + gap + "\t.text\n"},
      {"initialised", "\t.data\n" + three + "\t.text\n", "\t.data\n" + three + gap + "\t.text\n"},
      {"__shared__", "\t.section\t.tbss,\"awT\",@nobits\n" + two + "\t.text\n",
       "\t.section\t.tbss,\"awT\",@nobits\n" + two + gap + "\t.text\n"},
      {"of a template", "\t.section\t.bss._ZL1a,\"awG\",@nobits,x,comdat\n" + two + "\t.text\n",
       "\t.section\t.bss._ZL1a,\"awG\",@nobits,x,comdat\n" + two + gap + "\t.text\n"},
      {"constant, with a comment inside",
       "\t.section\t.rodata\na:\n\t.long\t1\n# note\n\t.long\t2\n\t.text\n",
       "\t.section\t.rodata\na:\n\t.long\t1\n# note\n\t.long\t2\n" + gap + "\t.text\n"},
      {"a function is none", "\t.text\nf:\n\tret\n\t.text\n", "\t.text\nf:\n\tret\n\t.text\n"},
      {"a compiler's label is none", "\t.bss\n.LC0:\n\t.zero\t4\n\t.text\n",
       "\t.bss\n.LC0:\n\t.zero\t4\n\t.text\n"},
      {"merged strings are none",
       "\t.section\t.rodata.str1.1,\"aMS\",@progbits,1\na:\n\t.string\t\"x\"\n\t.text\n",
       "\t.section\t.rodata.str1.1,\"aMS\",@progbits,1\na:\n\t.string\t\"x\"\n\t.text\n"},
      {"types and guards are none", "\t.data\n_ZTV1S:\n\t.quad\t0\n\t.bss\n_ZGVx:\n\t.zero\t8\n\t.text\n",
       "\t.data\n_ZTV1S:\n\t.quad\t0\n\t.bss\n_ZGVx:\n\t.zero\t8\n\t.text\n"},
  };
  for (const Case& c : cases) EXPECT_EQ(counted(c.text), c.expected) << c.behaviour;
}

TEST(CountedAssembly, AStaticVariableHasAGapAndItsOwnSize) {
  EXPECT_EQ(counted("\t.local\t_ZL1a\n\t.comm\t_ZL1a,256,32\n"),
            "\t.local\t_ZL1a\n\t.pushsection\t.bss\n\t.balign\t32\n\t.type\t_ZL1a, @object\n"
            "\t.size\t_ZL1a, 256\n_ZL1a:\n\t.zero\t256\n" +
                gap + "\t.popsection\n");
}

TEST(CountedAssembly, ListsTheConstants) {
  const std::string assembly = "\t.type\t_ZL1a, @object\n\t.local\t_ZN1xL1bE\n\t.comm\t_ZN1xL1bE,4,4\n";
  const std::string section = "\t.section\tgridmark_constants,\"aw\",@progbits\n\t.balign\t8\n";
  EXPECT_THAT(counted_assembly(assembly, "__constant__ float a[2];\nnamespace x { __constant__ int b; }\n"),
              EndsWith(section + "\t.quad\t_ZL1a\n\t.quad\t_ZN1xL1bE\n"));
  EXPECT_THAT(counted_assembly(assembly, ""), Not(HasSubstr("gridmark_constants")));
}

// Otherwise loads from a kernel's own arrays would count as loads from constant memory.
TEST(CountedAssembly, TakesNoOtherVariableForAConstant) {
  const std::string assembly = "\t.type\t_ZL1a, @object\n\t.type\t_ZN1xL1aE, @object\n";
  for (const char* source :
       {"__constant__ float a[2];\n", "// __constant__ float a[2];\n", "/* __constant__ int a; */\n",
        "auto s = R\"(__constant__ int a;)\";\n", "__constant__ float /* a[ */ b[1];\n"})
    EXPECT_THAT(counted_assembly(assembly, source), Not(HasSubstr("gridmark_constants"))) << source;
}

TEST(CountedAssembly, ListsTheInstancesOfATemplatesConstant) {
  EXPECT_THAT(counted_assembly("\t.type\t_Z1aILi1EE, @object\n\t.type\t_Z1aILi2EE, @object\n",
                               "template <int n> __constant__ float a[n];\n"),
              EndsWith("\t.quad\t_Z1aILi1EE\n\t.quad\t_Z1aILi2EE\n"));
}

TEST(CountedAssembly, ValuesThatComeBackThroughPointersGoByWayOfTheCounters) {
  for (const std::string name : {"sincosf", "frexp", "modff", "remquo", "lgammaf_r"})
    EXPECT_EQ(counted("\tcall\t" + name + "@PLT\n"), "\tcall\tgridmark_seen_" + name + "@PLT\n");
}

// The names that the compiler and the headers of the C++ library call.
TEST(CountedAssembly, CopiesGoByWayOfTheCounters) {
  EXPECT_EQ(counted("\tcall\tmemmove@PLT\n\tjmp\tmemset@PLT\n"),
            "\tcall\tgridmark_seen_memmove@PLT\n\tjmp\tgridmark_seen_memset@PLT\n");
  EXPECT_EQ(counted("\tcall\t*memcpy@GOTPCREL(%rip)\n\tcall\tmemcpy\n"),
            "\tcall\t*gridmark_seen_memcpy@GOTPCREL(%rip)\n\tcall\tgridmark_seen_memcpy\n");
  for (const char* text : {"\tcall\twmemcpy@PLT\n", "\tcall\tmemcpy_of_mine@PLT\n", "memcpy:\n",
                           "\t.type\tmemcpy, @function\n", "\tcall\t__tsan_memcpy@PLT\n"})
    EXPECT_EQ(counted(text), text);
}

TEST(CountedAssembly, SurvivesWhatNoCompilerWrites) {
  for (const char* text :
       {"call", "\t.section", ":", "a:", "\t.comm\tx", "\t.comm\tx,1", "#", "\t.section\t\"axG\",@progbits,"})
    EXPECT_THAT(counted(text), Not(IsEmpty())) << text;
}

/// half, single, double, each with: additions, multiplications, fused, special.
std::string operations(const std::string& instruction, const std::string& operands, bool half = false) {
  OperationReader reader;
  Operations found;
  if (half) reader.half_follows();
  reader.read(instruction, operands, found);
  std::string text;
  for (const auto& kinds : found.count)
    for (const auto& count : kinds) text += std::to_string(count) + (&count == &kinds.back() ? "|" : " ");
  return text;
}

TEST(FloatingPoint, IsReadFromTheInstruction) {
  const char* const nothing = "0 0 0 0|0 0 0 0|0 0 0 0|";
  struct Case {
    const char *instruction, *operands, *expected;
  };
  const Case cases[] = {
      {"addss", "%xmm0, %xmm1", "0 0 0 0|1 0 0 0|0 0 0 0|"},
      {"vsubss", "%xmm0, %xmm1, %xmm2", "0 0 0 0|1 0 0 0|0 0 0 0|"},
      {"mulsd", "8(%rax), %xmm1", "0 0 0 0|0 0 0 0|0 1 0 0|"},
      {"divsd", "%xmm0, %xmm1", "0 0 0 0|0 0 0 0|0 0 0 1|"},
      {"sqrtss", "%xmm0, %xmm1", "0 0 0 0|0 0 0 1|0 0 0 0|"},
      {"vfmadd231ss", "%xmm0, %xmm1, %xmm2", "0 0 0 0|0 0 1 0|0 0 0 0|"},
      {"vfnmadd132sd", "%xmm0, %xmm1, %xmm2", "0 0 0 0|0 0 0 0|0 0 1 0|"},
      {"addps", "%xmm0, %xmm1", "0 0 0 0|4 0 0 0|0 0 0 0|"},
      {"vmulps", "%ymm0, %ymm1, %ymm2", "0 0 0 0|0 8 0 0|0 0 0 0|"},
      {"vaddpd", "%zmm0, %zmm1, %zmm2", "0 0 0 0|0 0 0 0|8 0 0 0|"},
      {"call", "expf@PLT", "0 0 0 0|0 0 0 1|0 0 0 0|"},
      {"call", "exp@PLT", "0 0 0 0|0 0 0 0|0 0 0 1|"},
      {"jmp", "sinf@PLT", "0 0 0 0|0 0 0 1|0 0 0 0|"},
      {"call", "fmaf@PLT", "0 0 0 0|0 0 1 0|0 0 0 0|"},
      {"call", "fma@PLT", "0 0 0 0|0 0 0 0|0 0 1 0|"},
      {"call", "erf", "0 0 0 0|0 0 0 0|0 0 0 1|"},
      {"movss", "%xmm0, %xmm1", nothing},
      {"movsd", "%xmm0, %xmm1", nothing},
      {"cvtss2sd", "%xmm0, %xmm1", nothing},
      {"comiss", "%xmm0, %xmm1", nothing},
      {"xorps", "%xmm0, %xmm0", nothing},
      {"addl", "%eax, %ebx", nothing},
      {"ss", "", nothing},
      {"call", "printf@PLT", nothing},
      {"call", "*%rax", nothing},
  };
  for (const Case& c : cases) EXPECT_EQ(operations(c.instruction, c.operands), c.expected) << c.instruction;
}

TEST(FloatingPoint, ANoteMakesTheNextSingleOperationOneOfHalf) {
  EXPECT_EQ(operations("addss", "", true), "1 0 0 0|0 0 0 0|0 0 0 0|");
  EXPECT_EQ(operations("addsd", "", true), "0 0 0 0|0 0 0 0|1 0 0 0|");
  OperationReader reader;
  Operations found;
  reader.half_follows();
  reader.read("movss", "%xmm0, %xmm1", found);
  reader.read("mulss", "%xmm0, %xmm1", found);
  reader.read("mulss", "%xmm0, %xmm1", found);
  EXPECT_EQ(found.count[Operations::half][Operations::multiply], 1);
  EXPECT_EQ(found.count[Operations::single][Operations::multiply], 1);
}

TEST(FloatingPoint, ACountStopsAtWhatItsFieldHolds) {
  OperationReader reader;
  Operations found;
  for (int i = 0; i < 65536 / 16 + 1; ++i) reader.read("vaddps", "%zmm0, %zmm1, %zmm2", found);
  EXPECT_EQ(found.count[Operations::single][Operations::add], 65535);
}

TEST(CountedAssembly, ListsVariablesThatHostCodeMustNotTouch) {
  const std::string assembly =
      "\t.type\t_ZL5count, @object\n_ZL5count:\n\t.long\t1\n\t.local\t_ZN3labL5tableE\n"
      "\t.comm\t_ZN3labL5tableE,64,32\n\t.type\t_ZZ4mainE5count, @object\n"
      "\t.type\t_ZL5twice, @object\n\t.type\t_ZN1aL5twiceE, @object\n\t.type\t_ZL5other, @object\n";
  const std::string text = counted_assembly(assembly, "", {"count", "table", "twice"});
  EXPECT_THAT(text, HasSubstr("gridmark_device_variables,\"aw\",@progbits\n\t.balign\t8\n"
                              "\t.quad\t_ZL5count\n\t.quad\t_ZN3labL5tableE\n"));
  EXPECT_THAT(text, Not(HasSubstr(".quad\t_ZL5twice")));
}

TEST(ConstantNames, AreFoundInEveryShapeOfDeclaration) {
  struct Case {
    const char *source, *name;
  };
  const Case cases[] = {
      {"__constant__ float a;", "a"},
      {"__constant__ float a[2][3];", "a"},
      {"__constant__ int a = 3;", "a"},
      {"__constant__ int a{3};", "a"},
      {"static __constant__ const int a[] = {1, 2};", "a"},
      {"__device__ __constant__\n  unsigned long long a;", "a"},
      {"__constant__ std::array<int, 4> a;", "a"},
      {"__constant__ pair<pair<int, 2>, 4> a;", "a"},
      {"__constant__ __align__(16) int a[4];", "a"},
      {"__constant__ alignas(16) int a[4];", "a"},
      {"__constant__ Point a(1, 2);", "a"},
  };
  for (const Case& c : cases) EXPECT_THAT(constant_names(c.source), ElementsAre(c.name)) << c.source;
}

TEST(ConstantNames, OtherWordsAreNone) {
  EXPECT_THAT(constant_names("#define __constant__ __attribute__((constant))\nint x;\n"), IsEmpty());
  EXPECT_THAT(constant_names("int my__constant__ = 1;"), IsEmpty());
  EXPECT_THAT(constant_names("__constant__"), IsEmpty());
  EXPECT_THAT(constant_names("__constant__ __align__("), IsEmpty());
}

}  // namespace
}  // namespace gridmark::driver
