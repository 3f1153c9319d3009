// The published schemas of what protocol/ describes are made from the descriptions.
// Rewrite them with GRIDMARK_UPDATE_GOLDEN=1 test_protocol, and review the diff.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "protocol/limits.h"
#include "protocol/paired_timing.h"
#include "protocol/plot.h"
#include "protocol/warp_access.h"
#include "tests/protocol/schema_of.h"

namespace gridmark {
namespace {

using Json = nlohmann::ordered_json;

/// One definition of a file of docs/formats.
struct Published {
  const char* file;
  const char* definition;
  Json (*described)();
};

constexpr Published all_published[] = {{"checker-results", "paired_timing", schema_of<PairedTimingFacts>},
                                       {"checker-results", "plot", schema_of<Plot>},
                                       {"checker-results", "access", schema_of<WarpAccess>},
                                       {"record", "paired_timing", schema_of<PairedTimingFacts>},
                                       {"record", "plot", schema_of<Plot>},
                                       {"record", "access", schema_of<WarpAccess>},
                                       {"call-profile", "access", schema_of<WarpAccess>},
                                       {"lab", "limits", schema_of<Limits>}};

std::string path_of(const Published& one) {
  return std::string(GRIDMARK_SOURCE_DIR "/docs/formats/") + one.file + ".schema.json";
}

Json read(const std::string& path) { return Json::parse(std::ifstream(path)); }

/// As described, under the words that this file has for it.
Json expected(const Published& one, const Json& there) {
  return schemas::with_note(there.value("description", ""), one.described());
}

TEST(PublishedSchemas, AreWhatTheDescriptionsSay) {
  for (const Published& one : all_published) {
    Json document = read(path_of(one));
    Json& there = document["definitions"][one.definition];
    const Json wanted = expected(one, there);
    if (std::getenv("GRIDMARK_UPDATE_GOLDEN") != nullptr && there != wanted) {
      there = wanted;
      std::ofstream(path_of(one)) << document.dump(2) << '\n';
    }
    EXPECT_EQ(there, wanted) << path_of(one) << ": " << one.definition
                             << " differs; if that is meant, run GRIDMARK_UPDATE_GOLDEN=1 test_protocol";
  }
}

}  // namespace
}  // namespace gridmark
