#pragma once
// Rules that cover several members of a value. read_value() calls them after it has read the members without
// a failure. All are declared here, so that readers find all of them.
#include "grader/core/grade_record.h"
#include "grader/load/json_node.h"

namespace gridmark::load {

/// Limits are strictly monotone, best first. Fractions do not rise and start at 1.
void check_rules(const Node& node, const Curve& curve);
/// Fills in the keys that plans of an older gridmark lack.
void check_rules(const Node& node, PairedTimingFacts& paired_timing);
void check_rules(const Node& node, const Plot& plot);
void check_rules(const Node& node, const WarpAccess& access);
/// There is a count for each cell of a grid that a page can show.
void check_rules(const Node& node, const WrongElements& seen);
/// Messages and waits belong to its ranks.
void check_rules(const Node& node, const RankLanes& lanes);
/// A whole or torn file has no more bytes than were written.
void check_rules(const Node& node, const CrashFile& file);
void check_rules(const Node& node, const PlottedData& plot);
void check_rules(const Node& node, const ItemScore& item);
/// The run of each value is one of the record's. Records of an older gridmark have no runs, and all their
/// values belong to the first.
void check_rules(const Node& node, GradeRecord& record);

/// Fails unless `series` has a value for each of `at`.
void check_as_many(const Node& series, const std::vector<double>& values, const std::vector<double>& at);

}  // namespace gridmark::load
