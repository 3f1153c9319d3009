// NVRTC: programs can be created, but compilation fails.
#include "nvrtc.h"

#include <cstring>

#include "emulation/runtime/device_profile.h"

namespace {

constexpr char log_text[] =
    "the emulated device has no compiler at run time: put the kernel into the program's own source\n";

struct Program {};

nvrtcResult nothing_compiled(nvrtcProgram program) {
  return program ? NVRTC_ERROR_INVALID_PROGRAM : NVRTC_ERROR_INVALID_INPUT;
}

}  // namespace

extern "C" {

const char* nvrtcGetErrorString(nvrtcResult result) {
  static constexpr const char* names[] = {"NVRTC_SUCCESS",
                                          "NVRTC_ERROR_OUT_OF_MEMORY",
                                          "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                          "NVRTC_ERROR_INVALID_INPUT",
                                          "NVRTC_ERROR_INVALID_PROGRAM",
                                          "NVRTC_ERROR_INVALID_OPTION",
                                          "NVRTC_ERROR_COMPILATION",
                                          "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                          "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                          "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                          "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                          "NVRTC_ERROR_INTERNAL_ERROR",
                                          "NVRTC_ERROR_TIME_FILE_WRITE_FAILED"};
  const auto index = static_cast<std::size_t>(result);
  return index < sizeof names / sizeof *names ? names[index] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (!major || !minor) return NVRTC_ERROR_INVALID_INPUT;
  *major = gridmark::emulation::runtime_version / 1000;
  *minor = gridmark::emulation::runtime_version % 1000 / 10;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int* count) {
  if (!count) return NVRTC_ERROR_INVALID_INPUT;
  *count = 0;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetSupportedArchs(int* architectures) {
  return architectures ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_INPUT;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, const char* source, const char*, int,
                               const char* const*, const char* const*) {
  if (!program || !source) return NVRTC_ERROR_INVALID_INPUT;
  *program = reinterpret_cast<nvrtcProgram>(new Program);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
  if (!program || !*program) return NVRTC_ERROR_INVALID_PROGRAM;
  delete reinterpret_cast<Program*>(*program);
  *program = nullptr;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int, const char* const*) {
  return program ? NVRTC_ERROR_COMPILATION : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t* bytes) {
  if (!program || !bytes) return NVRTC_ERROR_INVALID_INPUT;
  *bytes = sizeof log_text;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* log) {
  if (!program || !log) return NVRTC_ERROR_INVALID_INPUT;
  std::memcpy(log, log_text, sizeof log_text);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t*) { return nothing_compiled(program); }
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char*) { return nothing_compiled(program); }
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t*) { return nothing_compiled(program); }
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char*) { return nothing_compiled(program); }
nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char* expression) {
  return program && expression ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_INPUT;
}
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char*, const char**) {
  return nothing_compiled(program);
}

}  // extern "C"
