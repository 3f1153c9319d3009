// Headers and symbols: the default rules, and a lab's changes to them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/compile/header_rules.h"
#include "grader/compile/named_symbols.h"
#include "grader/compile/symbol_names.h"
#include "grader/compile/symbol_rules.h"
#include "grader/system/program_paths.h"

namespace gridmark::compile {
namespace {

using testing::HasSubstr;

Permissions with_library(const char* name) {
  Permissions permissions;
  permissions.libraries = {name};
  return permissions;
}

std::string header(const std::string& path, const Permissions& permissions = {}, bool direct = true) {
  return refused_header({path, {"benchmark.cu", 1}, direct}, permissions, {"benchmark.cu", "common.h"})
      .value_or("");
}

TEST(HeaderRules, CppCudaTheLabsAndTheStudentsOwnAreAllowed) {
  for (const char* path :
       {"common.h", "./common.h", "/lab/include/matmul.h", "/usr/include/c++/12/vector",
        "/usr/include/stdio.h", "/usr/include/c++/12/cmath", "/usr/include/x86_64-linux-gnu/sys/time.h",
        "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h", "/gridmark/include/cuda_fp16.h",
        "/gridmark/include/cooperative_groups.h", "/gridmark/cccl/own/cuda/std/atomic",
        "/usr/local/cuda-13.0/include/cccl/cuda/std/array", "/gridmark/include/labkit/tensor/tensor.h",
        "/gridmark/cuda/include/labkit/tensor/tensor.h"})
    EXPECT_EQ(header(path), "") << path;
}

TEST(HeaderRules, TheOperatingSystemAndFilesFromElsewhereAreRefused) {
  for (const char* path :
       {"/usr/include/dlfcn.h", "/usr/include/x86_64-linux-gnu/sys/mman.h", "/etc/passwd",
        "/proc/self/environ", "/gridmark/include/gridmark/engine.h", "/tmp/labkit/tensor/tensor.h",
        "/tmp/vector", "/usr/lib/gcc/x86_64-linux-gnu/12/include/immintrin.h", "/usr/include/c++/../elf.h"})
    EXPECT_THAT(header(path), HasSubstr("may not use")) << path;
}

TEST(HeaderRules, ALibraryOfCudaIsTheLabsToGive) {
  EXPECT_THAT(header("/gridmark/include/cublas_v2.h"), HasSubstr("of cublas, a library that this lab"));
  EXPECT_EQ(header("/gridmark/include/cublas_v2.h", with_library("cublas")), "");
  // Also through another header.
  EXPECT_NE(header("/gridmark/cccl/seam/thrust/sort.h", {}, false), "");
  EXPECT_EQ(header("/gridmark/cccl/own/cub/cub.cuh", with_library("thrust")), "");
}

TEST(HeaderRules, WhatAnAllowedHeaderIncludesIsItsOwnAffair) {
  EXPECT_EQ(header("/usr/include/x86_64-linux-gnu/sys/mman.h", {}, false), "");
}

TEST(HeaderRules, ALabAddsAndTakesAway) {
  Permissions permissions;
  permissions.headers = {{"immintrin.h"}, {"thread"}};
  EXPECT_EQ(header("/usr/lib/gcc/x86_64-linux-gnu/12/include/immintrin.h", permissions), "");
  EXPECT_THAT(header("/usr/include/c++/12/thread", permissions), HasSubstr("this lab does not allow"));
}

ObjectSymbol asked(const std::string& name) {
  ObjectSymbol symbol;
  symbol.name = name;
  return symbol;
}
ObjectSymbol defined(const std::string& name, ObjectSymbol::Binding binding = ObjectSymbol::Binding::global) {
  ObjectSymbol symbol = asked(name);
  symbol.binding = binding;
  symbol.defined = true;
  return symbol;
}

/// The names in the worker of a lab that is built here.
const WorkerNames& worker(Flavour flavour) {
  static const auto read = [](const char* name) {
    const system::ProgramPaths paths{GRIDMARK_SOURCE_DIR, GRIDMARK_BUILD_DIR};
    return read_worker_names(paths.built_lab("lab1-gpu-basics") /
                             ("worker.emulated." + std::string(name) + ".names"))
        .value();
  };
  static const WorkerNames fast = read("fast"), counted = read("counted");
  return flavour == Flavour::counted ? counted : fast;
}

std::string symbol(ObjectSymbol one, Flavour flavour = Flavour::fast, const Permissions& permissions = {}) {
  ObjectFile object;
  object.symbols = {std::move(one)};
  const auto refused =
      refused_symbol(object, {"_Z5helpsv"}, {Device::emulated, flavour}, worker(flavour), permissions);
  return refused ? refused->message : "";
}

TEST(SymbolRules, HonestProgramsGetWhatTheyAskFor) {
  for (const char* name :
       {"printf",
        "__printf_chk",
        "memcpy",
        "sqrtf",
        "fmaf",
        "__assert_fail",
        "pthread_create",
        "sigaction",
        "clock_gettime",
        "exit",
        "_ZSt4cout",
        "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
        "_Znwm",
        "_ZdlPvm",
        "__cxa_throw",
        "__libc_single_threaded",
        "__once_proxy",
        "_ZSt15__once_callable",
        "gridmark_futex",
        "_Unwind_Resume",
        "__divti3",
        "__truncsfhf2",
        "cudaMalloc",
        "_Z10cudaMallocPPvm",
        "cuMemAlloc_v2",
        "blockIdx",
        "gridmark_barrier",
        "_Z5helpsv",
        "_ZN8gridmark6tensor6matmulERKNS0_6TensorES3_",
        "_ZNK8gridmark6tensor6Tensor4sizeEi",
        "_ZTIN8gridmark6tensor6ModuleE",
        "_ZN8gridmark9emulation7enqueueEPNS0_10KernelCallE"})
    EXPECT_EQ(symbol(asked(name)), "") << name;
}

TEST(SymbolRules, WaysOutOfTheProgramAreRefused) {
  for (const char* name : {"dlopen",
                           "dlsym",
                           "syscall",
                           "mprotect",
                           "mmap",
                           "fork",
                           "execve",
                           "ptrace",
                           "process_vm_writev",
                           "getenv",
                           "open",
                           "fopen",
                           "_exit",
                           "pthread_sigmask",
                           "system",
                           "_ZNSt13basic_filebufIcSt11char_traitsIcEE4openEPKcSt13_Ios_Openmode",
                           "cuModuleLoad",
                           "_ZN8gridmark9emulation12reset_metersEv",
                           "_ZN8gridmark7channel20begin_graded_sectionEv",
                           "_ZN8gridmark4lab17networkERKNS_6tensor6TensorE",
                           "_Z7answersRKN8gridmark6tensor6TensorE",
                           "_Z9referencePKfS0_Pf",
                           "_ZN8gridmark9emulation12counted_hookE",
                           "_ZN8gridmark9emulation12DeviceMemory8instanceEv",
                           "gridmark_counters_anchor",
                           "_Unwind_GetCFA",
                           "_Unwind_SetGR",
                           "__cxa_demangle",
                           "__libc_malloc",
                           "__some_new_libc_name"})
    EXPECT_NE(symbol(asked(name)), "") << name;
}

TEST(SymbolRules, TheCompilersCountingCallsBelongToTheCountedBuild) {
  EXPECT_NE(symbol(asked("__tsan_read4")), "");
  EXPECT_EQ(symbol(asked("__tsan_read4"), Flavour::counted), "");
  EXPECT_NE(symbol(asked("__tsan_switch_to_fiber"), Flavour::counted), "");
}

TEST(SymbolRules, ALibraryOfCudaIsTheLabsToGive) {
  EXPECT_THAT(symbol(asked("cublasSgemm_v2")), HasSubstr("of cublas, a library that this lab"));
  EXPECT_EQ(symbol(asked("cublasSgemm_v2"), Flavour::fast, with_library("cublas")), "");
}

TEST(SymbolNames, AreThoseOfASource) {
  EXPECT_EQ(qualified_name("fopen"), "fopen");
  EXPECT_EQ(qualified_name("_ZN8gridmark6tensor6matmulERKNS0_6TensorES3_"), "gridmark::tensor::matmul");
  EXPECT_EQ(qualified_name("_ZN8gridmark6tensor6LinearC1EllRNS0_9GeneratorE"),
            "gridmark::tensor::Linear::Linear");
  EXPECT_EQ(qualified_name("_ZTIN8gridmark6tensor6ModuleE"), "gridmark::tensor::Module");
  EXPECT_EQ(qualified_name("_ZNK8gridmark6tensor6Tensor4sizeEi"), "gridmark::tensor::Tensor::size");
  EXPECT_EQ(qualified_name("_ZN8gridmark9emulation4pickIiEEvi"), "gridmark::emulation::pick");
  EXPECT_EQ(qualified_name("_ZN1aplERKNS_1XES2_"), "a::operator+");
  EXPECT_EQ(qualified_name("_ZN1alsIiEEvT_S1_"), "a::operator<<");
  EXPECT_EQ(qualified_name("_ZNK1a1XclEv"), "a::X::operator()");
  EXPECT_EQ(qualified_name("_ZN12_GLOBAL__N_11fEv"), "(anonymous namespace)::f");
  EXPECT_EQ(qualified_name("_Znwm"), "operator new");
}

TEST(SymbolRules, ALabNamesWhatItDeniesAsAProgramDoes) {
  const std::vector<std::string> names{"printf", "pthread_*", "gridmark::tensor::matmul",
                                       "gridmark::tensor::Adam"};
  for (const char* symbol : {"printf", "pthread_create", "_ZN8gridmark6tensor6matmulERKNS0_6TensorES3_",
                             "_ZTVN8gridmark6tensor4AdamE", "_ZNK8gridmark6tensor4Adam5stateEv",
                             "_ZN8gridmark6tensor4AdamC1ESt6vectorINS0_6TensorESaIS3_EE"})
    EXPECT_TRUE(are_named(names, symbol)) << symbol;
  for (const char* symbol : {"__printf_chk", "matmul", "_Z6matmulPKf", "_ZN8gridmark6tensor7matmul2Ev",
                             "_ZN8gridmark6tensor5AdamWC1Ev", "_ZN8gridmark6tensor4stepERNS0_4AdamE"})
    EXPECT_FALSE(are_named(names, symbol)) << symbol;
}

TEST(SymbolRules, NobodyStandsInForTheProgramAround) {
  for (const char* name :
       {"main", "malloc", "clock_gettime", "printf", "cudaMalloc", "cublasSgemm_v2", "_Znwm", "_ZdlPv",
        "__tsan_read4", "__libc_start_main", "_ZN8gridmark9emulation12reset_metersEv", "gridmark_barrier",
        "_ZNSt6chrono3_V212steady_clock3nowEv", "_ZNSt13basic_filebufIcSt11char_traitsIcEE5closeEv",
        "_ZNSt10filesystem9file_sizeERKNS_7__cxx114pathERSt10error_code", "_Unwind_Backtrace",
        "_ZN8gridmark6tensor12memory_statsENS0_6DeviceE", "_ZNK8gridmark6tensor6Tensor4itemEv"})
    EXPECT_NE(symbol(defined(name)), "") << name;
}

TEST(SymbolRules, NobodyStandsInForTheJudgeWeaklyEither) {
  for (const char* name :
       {"_ZNSt6chrono3_V212steady_clock3nowEv", "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
        "_ZNSt10filesystem6statusERKNS_7__cxx114pathE", "_Unwind_Backtrace", "__cxa_begin_catch",
        "_ZN8gridmark7channel20begin_graded_sectionEv", "_ZN8gridmark8counters8Counters11work_beginsEm",
        "_ZN8gridmark3lab7networkEv", "_ZN8gridmark4data4drawEv", "ftruncate", "dwfl_begin", "_end",
        "_ZN8gridmark9emulation12reset_metersEv@@V1", "_ZN8gridmark9emulation12reset_metersEv",
        "gridmark_barrier", "_ZN8gridmark6tensor12memory_statsENS0_6DeviceE",
        "_ZNK8gridmark6tensor6Tensor4itemEv", "_ZN8gridmark9emulation12counted_hookE"})
    EXPECT_NE(symbol(defined(name, ObjectSymbol::Binding::weak)), "") << name;
}

TEST(SymbolRules, OwnNamesAndTemplatesOfHeadersMayBeDefined) {
  using Binding = ObjectSymbol::Binding;
  for (const char* name :
       {"_Z12matmul_naivePKfS0_Pfiii", "helper", "_Z9cudaCheckv", "current",
        "_Z5trainRN8gridmark6tensor6ModuleE", "_Z4loadRSt14basic_ifstreamIcSt11char_traitsIcEE"})
    EXPECT_EQ(symbol(defined(name)), "") << name;
  for (const char* name :
       {"_ZNSt6vectorIiSaIiEE9push_backERKi", "_ZNSt11char_traitsIcE2eqERKcS2_", "_ZNSt5mutex4lockEv",
        "_ZNSt4hashI5PointEclERKS0_", "__clang_call_terminate", "DW.ref.__gxx_personality_v0",
        "_ZN8gridmark9emulation4pickIiEEvi", "_ZTVN8gridmark6tensor6ModuleE"})
    EXPECT_EQ(symbol(defined(name, Binding::weak)), "") << name;
  EXPECT_EQ(symbol(defined("malloc", Binding::local)), "");
  // Templates in a library's headers are allowed if the lab allows the library.
  const ObjectSymbol scan = defined("_ZN3cub9BlockScanIiE3sumEi", Binding::weak);
  EXPECT_EQ(symbol(scan, Flavour::fast, with_library("thrust")), "");
  EXPECT_THAT(symbol(scan), HasSubstr("of cub, a library that this lab does not allow"));
}

TEST(SymbolRules, IndirectFunctionsAndAddressesOfOnesOwnAreRefused) {
  ObjectSymbol indirect = defined("chosen", ObjectSymbol::Binding::local);
  indirect.indirect = true;
  EXPECT_NE(symbol(indirect), "");
  ObjectSymbol absolute = defined("address");
  absolute.absolute = true;
  EXPECT_NE(symbol(absolute), "");
}

std::string section(const std::string& name, Flavour flavour = Flavour::fast, bool writable = false,
                    bool executable = false) {
  ObjectFile object;
  object.sections = {{name, 1, writable, executable}};
  const auto refused = refused_symbol(object, {}, {Device::emulated, flavour}, {}, {});
  return refused ? refused->message : "";
}

TEST(SymbolRules, SectionsAreThoseOfCompilers) {
  for (const char* name :
       {"", ".text", ".text.startup", ".rodata.str1.8", ".init_array", ".init_array.00101"})
    EXPECT_EQ(section(name), "") << name;
  for (const char* name : {".preinit_array", ".ctors", ".init", "mine", ".init_array.00050", ".gnu.lto_main",
                           ".interp", "gridmark_blocks", "gridmark_statements"})
    EXPECT_NE(section(name), "") << name;
  EXPECT_NE(section(".text", Flavour::fast, true, true), "");
  EXPECT_EQ(section("gridmark_blocks", Flavour::counted), "");
  EXPECT_EQ(section("gridmark_statements", Flavour::counted), "");
}

/// A variable at `begin` of section 3 (writable), 4 (not writable) or 5 (code).
ObjectSymbol variable(const std::string& name, std::uint64_t begin, std::uint64_t size,
                      std::size_t section = 3) {
  ObjectSymbol symbol = defined(name, ObjectSymbol::Binding::local);
  symbol.variable = true;
  symbol.section = section;
  symbol.begin = begin;
  symbol.size = size;
  return symbol;
}

std::string variables(std::vector<ObjectSymbol> all, const std::string& section = ".bss") {
  ObjectFile object;
  object.symbols = std::move(all);
  object.sections = {{section, 3, true, false}, {".rodata", 4, false, false}, {".text", 5, false, true}};
  const auto refused = refused_symbol(object, {}, {Device::emulated, Flavour::counted}, {}, {});
  return refused ? refused->message : "";
}

TEST(SymbolRules, AVariableHasOneName) {
  for (const auto& [begin, size] : {std::pair{0, 4}, {0, 64}, {60, 4}, {32, 64}}) {
    EXPECT_THAT(variables({variable("_ZL4data", 0, 64), variable("other", begin, size)}),
                HasSubstr("two names"))
        << begin;
    EXPECT_THAT(variables({variable("other", begin, size), variable("_ZL4data", 0, 64)}),
                HasSubstr("two names"))
        << begin;
  }
}

TEST(SymbolRules, NeighboursConstantsAndOtherSectionsAreVariablesOfTheirOwn) {
  EXPECT_EQ(variables({variable("a", 0, 64), variable("b", 64, 4), variable("c", 68, 1)}), "");
  EXPECT_EQ(variables({variable("a", 0, 64, 4), variable("b", 0, 64, 4)}), "");
  EXPECT_EQ(variables({variable("a", 0, 64), variable("b", 0, 64, 6), variable("c", 0, 64, 0)}), "");
  ObjectSymbol constructor = variable("_ZN1AC1Ev", 0, 64), same = variable("_ZN1AC2Ev", 0, 64);
  constructor.variable = same.variable = false;
  EXPECT_EQ(variables({constructor, same}), "");
}

TEST(SymbolRules, AVariableLiesNotAmongCode) {
  EXPECT_THAT(variables({variable("code", 0, 64, 5)}), HasSubstr("among code"));
  ObjectSymbol function = variable("f", 0, 64, 5);
  function.variable = false;
  EXPECT_EQ(variables({function}), "");
}

TEST(SymbolRules, NothingOfASubmissionsLiesAmongTheCountersRecords) {
  EXPECT_EQ(variables({variable("a", 0, 64, 4)}, "gridmark_blocks"), "");
  EXPECT_THAT(variables({variable("a", 0, 64)}, "gridmark_blocks"), HasSubstr("a section of the counters"));
}

TEST(SymbolRules, NvccHasSectionsOfItsOwnOnItsDeviceAlone) {
  for (const char* name : {".nv_fatbin", ".nvFatBinSegment", "__nv_module_id", "__nv_managed_data__"}) {
    ObjectFile object;
    object.sections = {{name, 1, false, false}};
    EXPECT_FALSE(refused_symbol(object, {}, {Device::cuda, Flavour::fast}, {}, {})) << name;
    EXPECT_TRUE(refused_symbol(object, {}, {Device::emulated, Flavour::fast}, {}, {})) << name;
  }
}

}  // namespace
}  // namespace gridmark::compile
