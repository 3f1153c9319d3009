#pragma once
// How many registers the kernels of a program would take on a device: nvcc, where there is one, compiles them
// for the device that the emulation plays, beside gridmark-cc, and its assembler says so (-Xptxas -v).
#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "emulation/driver/children.h"
#include "emulation/driver/temporary_files.h"

namespace gridmark::profile {

/// Registers of a thread by the kernel's symbol, from what ptxas -v prints.
std::map<std::string, int> registers_in(std::string_view ptxas_report);

/// nvcc's command lines for the words of a gridmark-cc command line, one for each .cu file.
std::vector<std::vector<std::string>> nvcc_commands(const std::vector<std::string>& words);

/// nvcc at work. Without nvcc there are no reports, and of what it refuses there is none.
class NvccReports {
 public:
  NvccReports(driver::Children& children, const std::vector<std::string>& words);
  /// For GRIDMARK_REGISTERS, once every child has ended: a line for each kernel, registers and symbol.
  void write(const std::filesystem::path& file) const;

 private:
  std::vector<driver::UnnamedFile> reports_;
};

}  // namespace gridmark::profile
