#pragma once
// The messages between ranks, as a picture: a lane for each rank and an arrow for each message.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gridmark {

/// One rank and its wait that never ended.
struct RankLane {
  std::string words = {};  ///< "waits for a message from rank 1 (tag 0, 4 bytes)", empty if no wait failed
  std::string file = {};   ///< of the waiting call, empty if unknown
  int line = 0;
  double end = 0;     ///< modelled seconds: the start of that wait, or the end of the rank
  bool died = false;  ///< ended in the middle
  friend bool operator==(const RankLane&, const RankLane&) = default;
};

struct RankMessage {
  int from = 0, to = 0, tag = 0;
  std::int64_t bytes = 0;
  double sent = 0, arrived = -1;  ///< modelled seconds. arrived < 0: never received
  friend bool operator==(const RankMessage&, const RankMessage&) = default;

  bool is_lost() const { return arrived < 0; }
  /// The time at which a picture shows it.
  double time() const { return is_lost() ? sent : arrived; }
};

struct RankWait {
  int rank = 0;
  double begin = 0, end = 0;  ///< modelled seconds
  friend bool operator==(const RankWait&, const RankWait&) = default;
};

struct RankLanes {
  std::vector<RankLane> ranks = {};
  std::vector<RankMessage> messages = {};  ///< by time()
  std::vector<RankWait> waits = {};        ///< waits that have ended
  std::int64_t earlier = 0, later = 0;     ///< messages that are left out
  friend bool operator==(const RankLanes&, const RankLanes&) = default;
};

inline constexpr std::size_t most_lane_ranks = 256, most_lane_messages = 24, most_lane_waits = 512;

}  // namespace gridmark
