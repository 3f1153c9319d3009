#pragma once
// The JSON form of the picture of ranks whose test failed.
#include "base/rank_lanes.h"
#include "protocol/fields.h"

namespace gridmark {

inline constexpr Range rank_number{0, most_lane_ranks - 1, "a rank, 0 to 255"};
inline constexpr Range modelled_moment{0, 1e9, "a number of modelled seconds"};

constexpr auto fields(const RankLane*) {
  return std::tuple{
      field("words", &RankLane::words, Length{0, 1024}, "the wait that never ended. Empty: none"),
      field("file", &RankLane::file, Length{0, 256}, "of the waiting call. Empty: not known"),
      field("line", &RankLane::line, Range{0, 1e9, "a line number"}, "0: unknown"),
      field("end", &RankLane::end, modelled_moment, "when that wait began, or when the rank ended"),
      field("died", &RankLane::died, AnyOfType{}, "ended in the middle")};
}

constexpr auto fields(const RankMessage*) {
  return std::tuple{field("from", &RankMessage::from, rank_number),
                    field("to", &RankMessage::to, rank_number),
                    field("tag", &RankMessage::tag, Range{-2147483648.0, 2147483647.0, "a tag"}),
                    field("bytes", &RankMessage::bytes, Range{0, 1e15, "a number of bytes"}),
                    field("sent", &RankMessage::sent, modelled_moment),
                    field("arrived", &RankMessage::arrived,
                          Range{-1, 1e9, "a number of modelled seconds, or -1"}, "-1: never received")};
}

constexpr auto fields(const RankWait*) {
  return std::tuple{field("rank", &RankWait::rank, rank_number),
                    field("begin", &RankWait::begin, modelled_moment),
                    field("end", &RankWait::end, modelled_moment)};
}

constexpr auto fields(const RankLanes*) {
  constexpr Range count{0, 1e15, "a number of messages"};
  return std::tuple{field("ranks", &RankLanes::ranks, Many{1, most_lane_ranks}),
                    field("messages", &RankLanes::messages, Many{0, most_lane_messages}, "by time"),
                    field("waits", &RankLanes::waits, Many{0, most_lane_waits}, "waits that have ended"),
                    field("earlier", &RankLanes::earlier, count, "messages that are left out before those"),
                    field("later", &RankLanes::later, count, "and after those")};
}

}  // namespace gridmark
