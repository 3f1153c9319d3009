// The published schemas of described values are made from the descriptions. To rewrite them, run
// GRIDMARK_UPDATE_GOLDEN=1 test_protocol, and review the diff.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "grader/core/grade_record.h"
#include "protocol/limits.h"
#include "tests/protocol/schema_of.h"

namespace gridmark {
namespace {

using Json = nlohmann::ordered_json;

/// A file of docs/formats, or one of its definitions.
struct Published {
  std::string_view file;
  const char* definition;  ///< nullptr: the file as a whole
  Json (*described)();
};

constexpr Published all_published[] = {{"checker-results", "paired_timing", schema_of<PairedTimingFacts>},
                                       {"checker-results", "timed_call", schemas::of_type<timing::Timed>},
                                       {"checker-results", "plot", schema_of<Plot>},
                                       {"checker-results", "access", schema_of<WarpAccess>},
                                       {"checker-results", "cause", schema_of<Cause>},
                                       {"checker-results", "wrong_elements", schema_of<WrongElements>},
                                       {"checker-results", "rank_lanes", schema_of<RankLanes>},
                                       {"checker-results", "crash_picture", schema_of<CrashPicture>},
                                       {"call-profile", "access", schema_of<WarpAccess>},
                                       {"machine-baseline", nullptr, schema_of<MachineBaseline>},
                                       {"record", nullptr, schema_of<GradeRecord>},
                                       {"record", "paired_timing", schema_of<PairedTimingFacts>},
                                       {"record", "timed_call", schemas::of_type<timing::Timed>},
                                       {"record", "plot", schema_of<Plot>},
                                       {"record", "access", schema_of<WarpAccess>},
                                       {"record", "cause", schema_of<Cause>},
                                       {"record", "wrong_elements", schema_of<WrongElements>},
                                       {"record", "rank_lanes", schema_of<RankLanes>},
                                       {"record", "crash_picture", schema_of<CrashPicture>},
                                       {"record", "machine_baseline", schema_of<MachineBaseline>},
                                       {"record", "run", schema_of<GradeRun>},
                                       {"record", "compared_claim", schema_of<ComparedClaim>},
                                       {"record", "written_check", schema_of<WrittenCheck>},
                                       {"record", "written_finding", schema_of<WrittenFinding>},
                                       {"record", "plotted_data", schema_of<PlottedData>},
                                       {"record", "build", schema_of<BuildRecord>},
                                       {"record", "test", schema_of<TestResult>},
                                       {"record", "item", schema_of<ItemScore>},
                                       {"record", "measurement", schema_of<Measurement>},
                                       {"record", "curve", schema_of<Curve>},
                                       {"record", "place", schema_of<Place>},
                                       {"record", "outcome", schemas::of_type<Outcome>},
                                       {"lab", "limits", schema_of<Limits>}};

std::string path_of(const Published& one) {
  return std::string(GRIDMARK_SOURCE_DIR "/docs/formats/") + std::string(one.file) + ".schema.json";
}

Json read(const std::string& path) { return Json::parse(std::ifstream(path)); }

/// The entries under "definitions" of `file`, each with the name of its place.
std::vector<std::pair<std::string, Json>> definitions_of(std::string_view file) {
  std::vector<std::pair<std::string, Json>> all;
  for (const Published& one : all_published)
    if (one.file == file && one.definition != nullptr)
      all.emplace_back(std::string("#/definitions/") + one.definition, one.described());
  return all;
}

/// `part` with names of definitions instead of their text. Descriptions for readers may differ.
Json named(const Json& part, const std::vector<std::pair<std::string, Json>>& definitions,
           bool whole = false) {
  if (!part.is_structured()) return part;
  const std::string note = part.is_object() ? part.value("description", "") : "";
  for (const auto& [place, defined] : definitions)
    if (!whole && part == schemas::with_note(note, defined))
      return schemas::with_note(note == defined.value("description", "") ? "" : note, {{"$ref", place}});
  Json all = part;
  for (auto& [key, inner] : all.items()) inner = named(inner, definitions);
  return all;
}

/// The described schema, with the descriptions in this file.
Json expected(const Published& one, const Json& there) {
  Json wanted = Json::object();
  for (const char* heading : {"$schema", "title", "description"})
    if (there.contains(heading)) wanted[heading] = there[heading];
  wanted.update(named(one.described(), definitions_of(one.file), true));
  if (there.contains("definitions")) wanted["definitions"] = there["definitions"];
  return wanted;
}

TEST(PublishedSchemas, AreWhatTheDescriptionsSay) {
  for (const Published& one : all_published) {
    Json document = read(path_of(one));
    Json& there = one.definition ? document["definitions"][one.definition] : document;
    const Json wanted = expected(one, there);
    if (std::getenv("GRIDMARK_UPDATE_GOLDEN") != nullptr && there != wanted) {
      there = wanted;
      std::ofstream(path_of(one)) << document.dump(2) << '\n';
    }
    EXPECT_EQ(there, wanted) << path_of(one) << ": " << (one.definition ? one.definition : "all")
                             << " differs; if that is meant, run GRIDMARK_UPDATE_GOLDEN=1 test_protocol";
  }
}

}  // namespace
}  // namespace gridmark
