// The file of `gridmark doctor --timing` must match the schema of a machine baseline.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "grader/load/load_machine.h"
#include "tests/formats/schema.h"

namespace gridmark {
namespace {

using nlohmann::json;

TEST(MachineBaselineSchema, HoldsForABaselineAndRefusesWhatTheLoaderRefuses) {
  std::ifstream file(GRIDMARK_SOURCE_DIR "/docs/formats/machine-baseline.schema.json");
  const Schema schema(json::parse(file));
  const auto text = load::dated_baseline(
      R"({"version":1,"boot":"b","host":{"processor":"P","cores":2,"clock_mhz":0,"bytes_per_second":1e10,"flops_per_second":1e11,"flops_per_second_of_one_core":6e10},)"
      R"("device":{"name":"emulated","multiprocessors":108,"runtime_version":12040,"bytes_per_second":3e9,"flops_per_second":9e8,"launch_seconds":1e-6,"copy_alpha_seconds":8e-7,"copy_beta_bytes_per_second":5e9}})",
      "2026-10-01T12:00:00Z");
  ASSERT_TRUE(text) << message_of(text.error());
  const json good = json::parse(*text);
  EXPECT_EQ(schema.complaints(good), "");
  for (const char* patch : {R"([{"op": "replace", "path": "/version", "value": 2}])",
                            R"([{"op": "remove", "path": "/device/launch_seconds"}])",
                            R"([{"op": "add", "path": "/host/colour", "value": "red"}])",
                            R"([{"op": "replace", "path": "/host/cores", "value": -1}])"}) {
    const json changed = good.patch(json::parse(patch));
    EXPECT_NE(schema.complaints(changed), "") << patch;
    EXPECT_FALSE(load::load_baseline(changed.dump(), "machine-baseline.json")) << patch;
  }
}

}  // namespace
}  // namespace gridmark
