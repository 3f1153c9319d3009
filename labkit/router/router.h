#pragma once
// The network between ranks, as a value: frames go in, frames come out. It never waits and opens nothing.
//
// Theory of operation. A receive from a given rank is matched as soon as its message is there: which one it
// gets follows from the programs alone, so ranks may run in any order (they are a Kahn network). A receive
// from any rank is decided only once no rank can say anything more, so all messages that could come have
// come; the choice among them is drawn from a seed. A run is therefore the same for the same seed on every
// machine. When no rank can speak and there is nothing left to choose, the ranks are deadlocked; that needs
// no time limit.
//
// Clocks ride in the frames. Each pair of ranks has its own link in each direction:
//   begin  = max(when it was sent, when the link was free)
//   arrive = begin + bytes / bytes_per_second + alpha
// A message larger than the eager limit is sent only once its receive is there. It waits for the link's
// earlier messages of its tag and for the eager ones before it. Large messages of two tags share a link
// freely, since their order would depend on the process that was heard first.
//
// Ranks of one node can share one link to all other nodes. A message for it is kept until no rank can say
// anything more. Then the one that is ready first departs, of equal ones that of the lowest rank. A rank that
// goes on after a message has a clock of at least that message's time, so none that comes later could have
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

/// A rank, and how many messages it sends before something happens to it.
struct After {
  int rank = -1;
  std::uint64_t messages = 0;
};

struct Settings {
  int world = 1;
  double alpha = 5e-6;                 ///< seconds that each message takes, however small
  double bytes_per_second = 20e9;      ///< of each link
  int nodes = 0;                       ///< whose ranks share a link to other nodes; 0: each pair has its own
  std::size_t eager_limit = SIZE_MAX;  ///< bytes; larger messages wait for their receive
  std::uint64_t seed = 0;              ///< 0: receives from any rank take the earliest message
  std::vector<std::size_t> choices = {};  ///< for the first such receives, before the seed: index by arrival
  std::size_t most_bytes = std::size_t{1} << 30;  ///< of messages that no rank has received yet
  std::vector<double> slower_by = {};             ///< seconds that each message of a rank is late
  std::optional<After> kill = {};                 ///< it is ended there
  std::optional<After> hold = {};                 ///< its later frames are kept until the others wait
  bool keep_hashes = false;                       ///< of the messages
};

/// A message that was sent.
struct Message {
  int from = 0, to = 0, tag = 0;
  std::uint64_t bytes = 0;
  double sent = 0, arrived = 0;  ///< modelled seconds; arrived < 0: never received
  std::uint64_t hash = 0;        ///< of its bytes; 0 where that is not kept
};

/// A rank waited: for a message, a receive, or at a barrier. In modelled seconds.
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

/// What went wrong first.
struct Trouble {
  enum class Kind { deadlock, ended, died, other_size, broken_rule, flood };
  Kind kind = Kind::deadlock;
  int rank = 0;       ///< whom it is about; of a deadlock the first that waits
  std::string words;  ///< "deadlock, no rank can go on: rank 0 waits for ..."
  std::string line;   ///< where that rank waited, "ddp_training.cu:42"; empty where that is not known
};
const char* name_of(Trouble::Kind kind);

/// The first wait of a rank that no answer could end.
struct LastWait {
  std::string words;  ///< "waits for a message from rank 1 (tag 0, 4 bytes)"; empty: all waits were answered
  std::string line;   ///< "ring.cu:14"; empty where it is not known
  double since = 0;   ///< modelled seconds
};

struct Report {
  std::optional<Trouble> trouble;
  std::map<std::tuple<int, int, int>, std::pair<std::uint64_t, std::uint64_t>>
      traffic;                    ///< (from, to, tag) -> messages, bytes
  std::vector<Message> messages;  ///< in the order of each sender; the first `most_kept`
  std::vector<Waited> waits;      ///< the first `most_kept`
  std::vector<Choice> choices;
  std::uint64_t not_received = 0;  ///< messages that no receive took
  std::uint64_t barriers = 0;
  std::vector<double> clocks;        ///< of each rank at its end
  std::vector<bool> waiting;         ///< whether each rank waits, or did when the first one died
  std::vector<LastWait> last_waits;  ///< of each rank
  static constexpr std::size_t most_kept = 100'000;

  std::uint64_t bytes_from(int rank) const;
  std::uint64_t bytes() const;
  std::uint64_t messages_sent() const;
};

class Router {
 public:
  explicit Router(Settings settings);

  /// What a rank has said. `payload` belongs to send and line.
  void take(int rank, const comm::Frame& frame, std::string payload);
  /// Its socket is closed.
  void take_end(int rank);
  /// It has not told its line in time.
  void stop_asking();
  /// It does something else than talking and never comes back from it: it is ended once the others cannot go
  /// on without it. All that can happen before its end has happened then.
  void end_when_quiet(int rank);

  /// A frame with its payload for a rank, or the order to end it.
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
    std::size_t kept = SIZE_MAX;  ///< its place in report_.messages
    bool eager = true, over = false;
    bool is_joined = false;  ///< a receive has taken it
    double ready = -1;       ///< when it asked for a shared link that it has not got yet
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
    bool stopped = false;   ///< outside of the network, and is ended once the others wait
    bool waited = false;    ///< when it ended
    comm::Frame wait = {};  ///< or a barrier
    std::string line;       ///< of that call
    bool asked = false;
    LastWait last_wait = {};
    std::map<std::uint32_t, Receive> receives;  ///< by ticket
    std::map<std::uint32_t, SendNumber> sends;  ///< by ticket, not waited for yet
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
  std::map<SendNumber, Send> messages_;                              ///< that are not over
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
