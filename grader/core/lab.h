#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/core/measurement.h"
#include "grader/core/test_result.h"
#include "grader/core/written_part.h"
#include "protocol/limits.h"

namespace gridmark {

/// What is allowed beyond the defaults, and what is not allowed of them; `*` in a name is a wildcard.
struct Exceptions {
  std::vector<std::string> allow;
  std::vector<std::string> deny;  ///< weighs more
};

/// What a submission may use beside C++ and the CUDA runtime.
struct Permissions {
  std::vector<std::string> libraries;  ///< of CUDA: "cublas", "thrust"; all others are forbidden
  Exceptions headers;                  ///< as a program includes them: "immintrin.h"
  Exceptions symbols;                  ///< as a program names them: "fopen", "gridmark::tensor"
};

/// One assignment: what labs/NAME/lab.json says and where its parts lie.
struct Lab {
  std::string name;  ///< the folder's name; the identity everywhere
  std::string title;
  int order = 0;        ///< place in `gridmark labs`
  Limits limits;        ///< one test
  Limits build_limits;  ///< one compile
  std::vector<std::string> contacts;
  Permissions permissions;
  std::vector<Device> devices;                   ///< that it can be graded on; empty: on all
  int gpus = 1;                                  ///< that a run on the cuda device has alone
  Visibility hidden_tests = Visibility::hidden;  ///< when students may know of them: one of the last three
  std::optional<WrittenPart> report;             ///< what REPORT.md must have; nothing: the lab asks for none

  std::filesystem::path folder;    ///< labs/NAME
  std::filesystem::path starter;   ///< starter/NAME
  std::filesystem::path solution;  ///< solutions/NAME; is not there in a handout
  std::filesystem::path rubric;    ///< rubrics/NAME.json
  std::vector<std::string> files;  ///< names a submission may bring: the files of starter/NAME, sorted
};

}  // namespace gridmark
