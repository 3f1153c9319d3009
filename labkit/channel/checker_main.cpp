// main of a lab's checker. gridmark runs it. docs/formats/checker-results.schema.json describes its output.
#include <gtest/gtest.h>

#include <cstdio>
#include <exception>

#include "labkit/channel/options.h"
#include "labkit/channel/results_listener.h"
#include "labkit/channel/transport.h"

namespace {

constexpr int exit_ran = 0;
constexpr int exit_fault = 2;

int run(int argc, char** argv) {
  // An infrastructure fault ends the checker. It does not count as a wrong answer.
  GTEST_FLAG_SET(catch_exceptions, false);
  testing::InitGoogleTest(&argc, argv);
  if (const std::string wrong = gridmark::channel::parse_options(argc, argv); !wrong.empty())
    throw std::runtime_error(wrong);
  if (!gridmark::channel::options().results.empty())
    gridmark::channel::listen_for_results(gridmark::channel::options().results);
  if (gridmark::channel::transport_mode() == "in-process")
    std::puts("in-process: your code runs unprotected in this program. This is not a grade.");
  const int failed = RUN_ALL_TESTS();
  return gridmark::channel::options().results.empty() ? failed : exit_ran;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "checker: %s\n", error.what());
    return exit_fault;
  }
}
