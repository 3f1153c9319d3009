#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "emulation/driver/children.h"
#include "emulation/driver/temporary_files.h"

namespace gridmark::driver {

namespace fs = std::filesystem;

inline const std::string program = GRIDMARK_BUILD_DIR "/toolkit/bin/gridmark-cc";

/// A folder with sources. The compiler's temporary files go there, too.
class Program : public testing::Test {
 protected:
  struct Ran {
    int exit_code;
    std::string output, messages;
  };

  Program() {
    fs::create_directory(folder_.path() / "tmp");
    setenv("TMPDIR", (folder_.path() / "tmp").c_str(), 1);
    fs::current_path(folder_.path());
  }
  ~Program() override {
    fs::current_path("/");
    unsetenv("TMPDIR");
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name) << text;
  }

  static Ran run(std::vector<std::string> command) {
    const UnnamedFile output, messages;
    Children children;
    children.start(command, {-1, output.descriptor(), messages.descriptor()});
    const int exit_code = children.wait().exit_code;
    return {exit_code, output.read(), messages.read()};
  }
  static Ran compile(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), program);
    return run(arguments);
  }
  bool temporary_files_are_gone() const { return fs::is_empty(folder_.path() / "tmp"); }

  TemporaryFolder folder_;
};

}  // namespace gridmark::driver
