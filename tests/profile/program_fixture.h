#pragma once
// Runs gridmark-profile in a folder that is removed afterwards.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "emulation/driver/children.h"
#include "emulation/driver/temporary_files.h"

namespace gridmark::profile {

using driver::TemporaryFolder;
using driver::UnnamedFile;
using testing::HasSubstr;
namespace fs = std::filesystem;

class Program : public testing::Test {
 protected:
  struct Ran {
    int exit_code;
    std::string output, messages;
  };
  Program() { fs::current_path(folder_.path()); }
  ~Program() override { fs::current_path("/"); }

  static void write(const std::string& name, const std::string& text) { std::ofstream(name) << text; }
  /// A program that does not come from a compiler.
  static void write_script(const std::string& name, const std::string& text) {
    write(name, "#!/bin/sh\n" + text);
    fs::permissions(name, fs::perms::owner_all);
  }
  static std::string text_of(const std::string& name) {
    std::ifstream file(name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static Ran profile(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), GRIDMARK_BUILD_DIR "/toolkit/bin/gridmark-profile");
    const UnnamedFile output, messages;
    driver::Children children;
    children.start(arguments, {-1, output.descriptor(), messages.descriptor()});
    const int exit_code = children.wait().exit_code;
    return {exit_code, output.read(), messages.read()};
  }

  TemporaryFolder folder_;
};

}  // namespace gridmark::profile
