// Feature: NVRTC: programs link, and compiling returns an error and a log
// Link: -lnvrtc
#include <nvrtc.h>

#include <string>

#include "../check.h"

int main() {
  nvrtcProgram program = nullptr;
  CHECK(nvrtcCreateProgram(&program, "this is no CUDA", "a.cu", 0, nullptr, nullptr) == NVRTC_SUCCESS);
  CHECK(nvrtcCompileProgram(program, 0, nullptr) == NVRTC_ERROR_COMPILATION);
  size_t bytes = 0;
  CHECK(nvrtcGetProgramLogSize(program, &bytes) == NVRTC_SUCCESS && bytes > 1);
  std::string log(bytes, 0);
  CHECK(nvrtcGetProgramLog(program, &log[0]) == NVRTC_SUCCESS && log[0] != 0);
  CHECK(std::string(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION)) == "NVRTC_ERROR_COMPILATION");
  CHECK(nvrtcDestroyProgram(&program) == NVRTC_SUCCESS && program == nullptr);
  return coverage::result();
}
