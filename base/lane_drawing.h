#pragma once
// Lanes of ranks, drawn: as lines of text, and as the places of a drawing's parts.
#include <cstddef>
#include <string>
#include <vector>

#include "base/rank_lanes.h"

namespace gridmark {

/// "rank 1 waits for a message from rank 0 (tag 0, 4 bytes) at ring.cu:14", or "rank 1 ended in the middle";
/// "" for a rank without either.
std::string lane_words(const RankLanes& lanes, std::size_t rank);

/// The picture in lines of at most `width` columns: time goes down, and each line is a message. A rank of its
/// own line tells where it waits.
///
/// width  at least 72; ranks that have no room are left out, and the last line counts them
std::vector<std::string> lanes_text(const RankLanes& lanes, std::size_t width);

/// Where the parts of a drawing lie: a row for each rank, and time to the right.
struct LaneDrawing {
  struct Row {
    std::size_t rank;
    double y, end;  ///< of its line, and where that ends
    bool waits;     ///< for ever, from `end` on
  };
  struct Wait {
    std::size_t wait;  ///< its place in RankLanes
    double x, width, y;
  };
  struct Arrow {
    std::size_t message;  ///< its place in RankLanes
    double x1, y1, x2, y2;
  };
  double left, right;  ///< of the lines of time
  double end;          ///< of the last moment; waits that never ended go on up to `right`
  double height;
  double last;  ///< the last moment, in modelled seconds
  std::vector<Row> rows;
  std::vector<Wait> waits;
  std::vector<Arrow> arrows;
};

enum class LaneTime {
  to_scale,
  in_order  ///< moments at which something happens are equally far from each other
};

/// A drawing that is `width` units wide.
LaneDrawing drawn_lanes(const RankLanes& lanes, double width, LaneTime time);

}  // namespace gridmark
