#pragma once
// Drawings of the lanes of ranks: as lines of text, and as positions of the drawing's parts.
#include <cstddef>
#include <string>
#include <vector>

#include "base/rank_lanes.h"

namespace gridmark {

/// "rank 1 waits for a message from rank 0 (tag 0, 4 bytes) at ring.cu:14", or "rank 1 ended in the middle".
/// "" for a rank with neither.
std::string lane_words(const RankLanes& lanes, std::size_t rank);

/// The picture in lines of at most `width` columns. Time goes down, and each line is a message. A rank's
/// waiting place is on a separate line.
///
/// width  at least 72. Ranks without room are left out, and the last line counts them
std::vector<std::string> lanes_text(const RankLanes& lanes, std::size_t width);

/// Positions of the parts of a drawing: a row for each rank, with time to the right.
struct LaneDrawing {
  struct Row {
    std::size_t rank;
    double y, end;  ///< of its line and the line's end
    bool waits;     ///< waits for ever, from `end` on
  };
  struct Wait {
    std::size_t wait;  ///< index in RankLanes
    double x, width, y;
  };
  struct Arrow {
    std::size_t message;  ///< index in RankLanes
    double x1, y1, x2, y2;
  };
  double left, right;  ///< of the time lines
  double end;          ///< of the last moment. Waits that never ended continue to `right`
  double height;
  double last;  ///< the last moment, in modelled seconds
  std::vector<Row> rows;
  std::vector<Wait> waits;
  std::vector<Arrow> arrows;
};

enum class LaneTime {
  to_scale,
  in_order  ///< moments with an event are equally far from each other
};

/// A drawing that is `width` units wide.
LaneDrawing drawn_lanes(const RankLanes& lanes, double width, LaneTime time);

}  // namespace gridmark
