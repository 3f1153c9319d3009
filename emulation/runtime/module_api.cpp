// The driver API: modules.
//
// Theory of operation
// A module is a shared library without an engine, made by `gridmark cc -fatbin` (or -cubin, -ptx). Its
// kernels register themselves when it is loaded, and find the engine in the program. A program that loads
// modules is linked for that. A library stays loaded to the end, because it contains data that the program
// may hold (names, lines of kernels).
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "emulation/engine/shared_image.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/driver_calls.h"
#include "emulation/runtime/nameless_file.h"
#include "emulation/runtime/streams.h"
#include "emulation/runtime/symbols.h"

struct CUmod_st {
  void* library;
};

namespace gridmark::emulation {
namespace {

CUresult explain(const char* message, const char* more = "") {
  std::fflush(stdout);
  std::fprintf(stderr, "gridmark: %s%s\n", message, more);
  return CUDA_ERROR_NO_BINARY_FOR_GPU;
}

CUresult explain_foreign() {
  return explain(
      "this module is PTX or machine code for a real device: make it with gridmark cc -fatbin, or compile "
      "the "
      "kernel with the program and get its CUfunction with cudaGetFuncBySymbol");
}

/// Zero for a file that is not a library: PTX, or a real device's code.
std::size_t bytes_of_library(const void* image) {
  Elf64_Ehdr header;
  if (std::memcmp(image, ELFMAG, SELFMAG) != 0) return 0;
  std::memcpy(&header, image, sizeof header);
  if (header.e_machine != EM_X86_64 && header.e_machine != EM_AARCH64) return 0;
  std::size_t end = header.e_shoff + std::size_t{header.e_shentsize} * header.e_shnum;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    std::memcpy(&section, static_cast<const char*>(image) + header.e_shoff + i * sizeof section,
                sizeof section);
    if (section.sh_type != SHT_NOBITS) end = std::max<std::size_t>(end, section.sh_offset + section.sh_size);
  }
  return end;
}

/// Null if it cannot be loaded.
void* load_library(const void* image, std::size_t bytes) {
  const int file = make_nameless_file("gridmark-module");
  if (file < 0) return nullptr;
  void* library = nullptr;
  const std::string name = "/proc/self/fd/" + std::to_string(file);
  if (write(file, image, bytes) == static_cast<ssize_t>(bytes)) library = dlopen(name.c_str(), RTLD_NOW);
  // The file stays open. Otherwise a second module's file would get the same name, which the loader uses to
  // identify it.
  if (!library) close(file);
  return library;
}

CUresult load(CUmodule* module, const void* image) {
  if (!module || !image) return CUDA_ERROR_INVALID_VALUE;
  const std::size_t bytes = bytes_of_library(image);
  if (bytes == 0) return explain_foreign();
  void* library = load_library(image, bytes);
  if (!library) return explain("the module cannot be loaded: is it of the program's --flavour? ", dlerror());
  forget_shared_variables();
  *module = new CUmod_st{library};
  return CUDA_SUCCESS;
}

}  // namespace
}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

CUresult cuModuleLoad(CUmodule* module, const char* name) {
  if (!module || !name) return CUDA_ERROR_INVALID_VALUE;
  std::ifstream file(name, std::ios::binary);
  if (!file) return CUDA_ERROR_FILE_NOT_FOUND;
  std::string image{std::istreambuf_iterator<char>(file), {}};
  image.resize(std::max(image.size(), sizeof(Elf64_Ehdr)));
  return cuModuleLoadData(module, image.data());
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  const DeviceLock lock(device_mutex());
  return load(module, image);
}
CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int, CUjit_option*, void**) {
  return cuModuleLoadData(module, image);
}
CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) {
  return cuModuleLoadData(module, image);
}

CUresult cuModuleUnload(CUmodule module) {
  if (!module) return CUDA_ERROR_INVALID_HANDLE;
  const DeviceLock lock(device_mutex());
  Streams::instance().wait_for_all(current_device());
  delete module;
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  if (!module) return CUDA_ERROR_INVALID_HANDLE;
  if (!function || !name) return CUDA_ERROR_INVALID_VALUE;
  void* kernel = dlsym(module->library, name);
  if (!kernel) return CUDA_ERROR_NOT_FOUND;
  *function = static_cast<CUfunction>(kernel);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal(CUdeviceptr* device, size_t* bytes, CUmodule module, const char* name) {
  if (!module) return CUDA_ERROR_INVALID_HANDLE;
  if (!name) return CUDA_ERROR_INVALID_VALUE;
  void* variable = dlsym(module->library, name);
  Dl_info place;
  ElfW(Sym)* symbol = nullptr;
  if (!variable || !dladdr1(variable, &place, reinterpret_cast<void**>(&symbol), RTLD_DL_SYMENT) || !symbol)
    return CUDA_ERROR_NOT_FOUND;
  void* address = nullptr;
  if (symbol_address(&address, variable, symbol->st_size) != cudaSuccess) return CUDA_ERROR_NOT_FOUND;
  if (device) *device = reinterpret_cast<CUdeviceptr>(address);
  if (bytes) *bytes = symbol->st_size;
  return CUDA_SUCCESS;
}

CUresult cuLinkCreate(unsigned int, CUjit_option*, void**, CUlinkState*) { return explain_foreign(); }
CUresult cuLinkAddData(CUlinkState, CUjitInputType, void*, size_t, const char*, unsigned int, CUjit_option*,
                       void**) {
  return CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuLinkAddFile(CUlinkState, CUjitInputType, const char*, unsigned int, CUjit_option*, void**) {
  return CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuLinkComplete(CUlinkState, void**, size_t*) { return CUDA_ERROR_INVALID_HANDLE; }
CUresult cuLinkDestroy(CUlinkState) { return CUDA_ERROR_INVALID_HANDLE; }

}  // extern "C"
