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

/// Names allowed beyond the defaults, and default names that are denied. `*` in a name is a wildcard.
struct Exceptions {
  std::vector<std::string> allow;
  std::vector<std::string> deny;  ///< wins over allow
};

/// Parts that a submission may use in addition to C++ and the CUDA runtime.
struct Permissions {
  std::vector<std::string> libraries;  ///< of CUDA: "cublas", "thrust". Others are forbidden
  Exceptions headers;                  ///< as a program includes them: "immintrin.h"
  Exceptions symbols;                  ///< as a program names them: "fopen", "gridmark::tensor"
};

/// One assignment, from labs/NAME/lab.json and the folders of its parts.
struct Lab {
  std::string name;  ///< the folder's name, which identifies the lab everywhere
  std::string title;
  int order = 0;        ///< position in `gridmark labs`
  Limits limits;        ///< limits of one test
  Limits build_limits;  ///< limits of one compile
  std::vector<std::string> contacts;
  Permissions permissions;
  std::vector<Device> devices;                   ///< allowed devices, empty for all
  int gpus = 1;                                  ///< exclusive GPUs of a run on the cuda device
  Visibility hidden_tests = Visibility::hidden;  ///< when students may know of them: one of the last three
  std::optional<WrittenPart> report;  ///< requirements for REPORT.md, empty if the lab has no report

  std::filesystem::path folder;    ///< labs/NAME
  std::filesystem::path starter;   ///< starter/NAME
  std::filesystem::path solution;  ///< solutions/NAME, absent in a handout
  std::filesystem::path rubric;    ///< rubrics/NAME.json
  std::vector<std::string> files;  ///< names that a submission may bring: the files of starter/NAME, sorted
};

}  // namespace gridmark
