#include "emulation/libraries/blas/host_blas.h"

#include <dlfcn.h>
#include <signal.h>

#include <algorithm>

#include "emulation/engine/device_access.h"
#include "emulation/runtime/library_work.h"

namespace gridmark::blas {
namespace {

/// The library starts its threads while it is loaded, and they inherit what this thread may touch: device
/// memory is opened first, and the program's signals are kept away from them.
void* load(const char* file) {
  const emulation::DeviceAccess access;
  sigset_t all, before;
  sigfillset(&all);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigdelset(&all, fault);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return library;
}

void* load_openblas() {
  void* library = load("libopenblas.so.0");
  if (!library) return nullptr;
  using SetThreads = void (*)(int);
  if (const auto set = reinterpret_cast<SetThreads>(dlsym(library, "openblas_set_num_threads")))
    set(static_cast<int>(std::min(emulation::library_threads(), 64u)));
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
