#pragma once
// The network between ranks, as a value: frames go in, and frames come out. It never waits and opens nothing.
//
// Theory of operation. A receive from a given rank is matched as soon as its message is there. The programs
// alone determine which message it gets, so ranks may run in any order (they are a Kahn network). A receive
// from any rank is decided only when no rank can send anything more. Then all possible messages have arrived,
// and the choice among them is drawn from a seed. So a run is the same for the same seed on every machine.
// When no rank can send and no choice is left, the ranks are deadlocked. That needs no time limit.
//
// Frames carry the clocks. Each pair of ranks has a separate link in each direction:
//   begin  = max(when it was sent, when the link was free)
//   arrive = begin + bytes / bytes_per_second + alpha
// A message larger than the eager limit is sent only when its receive is there. It waits for earlier messages
// of its tag on the link and for earlier eager ones. Large messages of two tags share a link without any
// order, because their order would depend on the process that was heard first.
//
// Ranks of one node can share one link to all other nodes. A message for this link is kept until no rank can
// send anything more. Then the message that is ready first departs. If several are equal, the one of the
// lowest rank departs. A rank that continues after a message has a clock of at least that message's time. So
// no later message could have been ready before, and the order is that of modelled time, whichever process
// was heard first.
// been ready before: the order is that of modelled time, whichever process was heard first.
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "labkit/comm/comm.h"
#include "labkit/comm/frames.h"

namespace gridmark::router {

/// A rank and the number of messages that it sends before an event happens to it.
struct After {
  int rank = -1;
  std::uint64_t messages = 0;
};

struct Settings {
  int world = 1;
  double alpha = 5e-6;                 ///< seconds for each message, however small
  double bytes_per_second = 20e9;      ///< of each link
  int nodes = 0;                       ///< whose ranks share a link to other nodes, 0: a link for each pair
  std::size_t eager_limit = SIZE_MAX;  ///< bytes. Larger messages wait for their receive
  std::uint64_t seed = 0;              ///< 0: receives from any rank take the earliest message
  std::vector<std::size_t> choices = {};  ///< for the first such receives, before the seed: index by arrival
  std::size_t most_bytes = std::size_t{1} << 30;  ///< of messages that are not received yet
  std::vector<double> slower_by = {};             ///< seconds by which each message of a rank is late
  std::optional<After> kill = {};                 ///< the rank is ended there
  std::optional<After> hold = {};                 ///< the rank's later frames are kept until the others wait
  bool keep_hashes = false;                       ///< of the messages
};

/// A message that was sent.
struct Message {
  int from = 0, to = 0, tag = 0;
  std::uint64_t bytes = 0;
  double sent = 0, arrived = 0;  ///< modelled seconds. arrived < 0: never received
  std::uint64_t hash = 0;        ///< of its bytes, 0 if not kept
};

/// A wait of a rank, for a message, a receive or a barrier, in modelled seconds.
struct Waited {
  int rank = 0;
  double begin = 0, end = 0;
};

/// A receive from any rank, and the message that it took.
struct Choice {
  int rank = 0;
  std::vector<int> senders;  ///< in the order in which their messages arrived
  std::size_t taken = 0;
};

/// The first fault.
struct Trouble {
  enum class Kind { deadlock, ended, died, other_size, broken_rule, flood };
  Kind kind = Kind::deadlock;
  int rank = 0;       ///< the rank in question, in a deadlock the first that waits
  std::string words;  ///< "deadlock, no rank can go on: rank 0 waits for ..."
  std::string line;   ///< where that rank waited, "ddp_training.cu:42". Empty if unknown
};
const char* name_of(Trouble::Kind kind);

/// The first wait of a rank that no answer could end.
struct LastWait {
  std::string words;  ///< "waits for a message from rank 1 (tag 0, 4 bytes)", empty if none failed
  std::string line;   ///< "ring.cu:14", empty if unknown
  double since = 0;   ///< modelled seconds
};

struct Report {
  std::optional<Trouble> trouble;
  std::map<std::tuple<int, int, int>, std::pair<std::uint64_t, std::uint64_t>>
      traffic;                    ///< (from, to, tag) -> messages, bytes
  std::vector<Message> messages;  ///< in the order of each sender, the first `most_kept`
  std::vector<Waited> waits;      ///< the first `most_kept`
  std::vector<Choice> choices;
  std::uint64_t not_received = 0;  ///< messages that no receive took
  std::uint64_t barriers = 0;
  std::vector<double> clocks;        ///< of each rank at its end
  std::vector<bool> waiting;         ///< whether each rank waits, or waited when the first one died
  std::vector<LastWait> last_waits;  ///< of each rank
  static constexpr std::size_t most_kept = 100'000;

  std::uint64_t bytes_from(int rank) const;
  std::uint64_t bytes() const;
  std::uint64_t messages_sent() const;
};

class Router {
 public:
  explicit Router(Settings settings);

  /// Takes a frame from a rank. `payload` belongs to send and line.
  void take(int rank, const comm::Frame& frame, std::string payload);
  /// The rank's socket is closed.
  void take_end(int rank);
  /// The rank has not sent its line in time.
  void stop_asking();
  /// The rank is busy outside the network and will never return. It is ended when the others cannot continue
  /// without it. Everything that can happen before its end has happened then.
  void end_when_quiet(int rank);

  /// A frame with its payload for a rank, or the order to end the rank.
  struct Output {
    int rank;
    bool kills;
    comm::Frame frame;
    std::string payload;
  };
  std::vector<Output> take_output();

  bool is_asking() const { return asking_; }
  bool all_ended() const;
  bool has_ended(int rank) const { return ranks_[static_cast<std::size_t>(rank)].phase == Phase::ended; }
  Report report() const;

 private:
  enum class Phase { running, waiting, ended };
  struct Send {
    comm::Frame frame;
    int from;
    std::string payload;
    double begin = 0, arrived = -1;
    std::size_t kept = SIZE_MAX;  ///< index in report_.messages
    bool eager = true, over = false;
    bool is_joined = false;  ///< a receive has taken it
    double ready = -1;       ///< time at which it asked for a shared link that it has not got yet
    double link_free = 0;    ///< when the eager messages before it have left
  };
  using SendNumber = std::uint64_t;
  struct Receive {
    comm::Frame frame;
    std::optional<SendNumber> message;
  };
  struct Rank {
    Phase phase = Phase::running;
    bool finished = false;
    bool killed = false;
    bool stopped = false;   ///< outside the network. It is ended once the others wait
    bool waited = false;    ///< when the rank ended
    comm::Frame wait = {};  ///< or a barrier
    std::string line;       ///< of that call
    bool asked = false;
    LastWait last_wait = {};
    std::map<std::uint32_t, Receive> receives;  ///< by ticket
    std::map<std::uint32_t, SendNumber> sends;  ///< by ticket, without a wait so far
    std::uint64_t sent = 0;
    std::deque<std::pair<comm::Frame, std::string>> held;
    bool holds = false;
    double clock = 0;
  };

  Rank& rank(int number) { return ranks_[static_cast<std::size_t>(number)]; }
  bool obeys(int number, const comm::Frame& frame, const std::string& payload);
  void act_on(int number, const comm::Frame& frame, std::string payload);
  void send(int number, const comm::Frame& frame, std::string payload);
  void receive(int number, const comm::Frame& frame);
  void depart(Send& message, double ready);
  bool shares_link(const Send& message) const;
  bool depart_shared();
  void note_times(const Send& message);
  void match_receives(int number);
  bool match(int number, Receive& receive, int sender);
  void join(int number, Receive& receive, SendNumber message);
  std::optional<SendNumber> first_message(int from, int to, int tag) const;
  void answer_waits();
  void answer(int number);
  void answer_send(int number);
  void answer_receive(int number);
  void fail_for_size(int number, const comm::Frame& wanted, const Send& message);
  void answer_barrier();
  void finish_wait(int number, double until, int peer, std::string payload);
  void fail(int number, const std::string& words);
  void fail(int number, const std::string& words, LastWait last_wait);
  void fail_all(const std::string& words);
  void go_on();
  bool release_held();
  bool somebody_is_held() const;
  bool end_stopped();
  void release(int number);
  bool choose();
  std::vector<SendNumber> candidates(int number, const Receive& receive) const;
  std::size_t chosen(std::size_t count);
  bool comes(int number, const Receive& receive) const;
  int ended_peer(int number) const;
  void fail_those_left_alone();
  void hear_line(int number, const std::string& line);
  void ask_lines();
  void tell_deadlock();
  LastWait wait_of(int number) const;
  std::string waits_at(int number) const;
  std::string waits_for(int number, const std::string& where) const;
  std::string lies_there(int number, const Receive& receive) const;
  void note(Trouble::Kind kind, int number, std::string words);

  Settings settings_;
  std::vector<Rank> ranks_;
  std::map<SendNumber, Send> messages_;                              ///< messages that are not over
  std::map<std::pair<int, int>, std::deque<SendNumber>> unmatched_;  ///< by (from, to)
  std::map<std::pair<int, int>, double> link_free_;                  ///< for eager messages
  std::map<std::tuple<int, int, int>, double> large_free_;           ///< by (from, to, tag)
  std::map<int, double> node_free_;                                  ///< of shared links, by node
  SendNumber sent_ = 0;
  std::size_t buffered_ = 0;
  std::vector<Output> output_;
  std::mt19937_64 random_;
  bool asking_ = false;
  std::string lost_;  ///< the error of all ranks once one has died
  Report report_;
};

}  // namespace gridmark::router
