#include "emulation/libraries/blas/host_blas.h"

#include <dlfcn.h>

#include "emulation/engine/device_access.h"
#include "emulation/engine/program_signals.h"

namespace gridmark::blas {
namespace {

/// Threads that the library starts while it is loaded inherit this thread's access. Device memory is opened
/// first, and the program's signals are kept away from them.
void* load(const char* file) {
  const emulation::DeviceAccess access;
  const emulation::ProgramSignalsElsewhere elsewhere;
  return dlopen(file, RTLD_NOW | RTLD_LOCAL);
}

void* load_openblas() {
  void* library = load("libopenblas.so.0");
  if (!library) return nullptr;
  using SetThreads = void (*)(int);
  if (const auto set = reinterpret_cast<SetThreads>(dlsym(library, "openblas_set_num_threads"))) set(1);
  return library;
}

}  // namespace

void* host_routine(const char* name) {
  static void* const openblas = load_openblas();
  if (openblas) return dlsym(openblas, name);
  static void* const blas = load("libblas.so.3");
  static void* const lapack = load("liblapack.so.3");
  void* found = blas ? dlsym(blas, name) : nullptr;
  return found || !lapack ? found : dlsym(lapack, name);
}

}  // namespace gridmark::blas
