#pragma once
// The number of registers that the kernels of a program would use on a device. If nvcc is installed, it
// compiles them for the emulated device, in addition to gridmark-cc, and its assembler prints the number
// (-Xptxas -v).
#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "emulation/driver/children.h"
#include "emulation/driver/temporary_files.h"

namespace gridmark::profile {

/// Registers of a thread by the kernel's symbol, from the output of ptxas -v.
std::map<std::string, int> registers_in(std::string_view ptxas_report);

/// nvcc's command lines for the words of a gridmark-cc command line, one for each .cu file.
std::vector<std::vector<std::string>> nvcc_commands(const std::vector<std::string>& words);

/// Running nvcc processes. There are no reports without nvcc, nor for files that it refuses.
class NvccReports {
 public:
  NvccReports(driver::Children& children, const std::vector<std::string>& words);
  /// Writes the file for GRIDMARK_REGISTERS, once every child has ended: a line for each kernel, registers
  /// and symbol.
  void write(const std::filesystem::path& file) const;

 private:
  std::vector<driver::UnnamedFile> reports_;
};

}  // namespace gridmark::profile
