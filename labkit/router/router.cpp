#include "labkit/router/router.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "labkit/router/words.h"

namespace gridmark::router {
namespace {

using comm::Frame;
using comm::FrameKind;

constexpr std::size_t most_tickets = std::size_t{1} << 20;

int node_of(int rank, const Settings& settings) { return rank * settings.nodes / settings.world; }

/// A rank's line, limited to a form that fits in a message.
std::string told_line(std::string text) {
  constexpr std::size_t most = 200;
  text.resize(std::min(text.size(), most));
  const bool printable =
      std::all_of(text.begin(), text.end(), [](unsigned char c) { return c > ' ' && c < 127; });
  return text.empty() || !printable ? "?" : text;
}

}  // namespace

const char* name_of(Trouble::Kind kind) {
  constexpr const char* names[] = {"deadlock", "ended", "died", "other size", "broken rule", "flood"};
  return names[static_cast<std::size_t>(kind)];
}

std::uint64_t Report::bytes_from(int rank) const {
  std::uint64_t sum = 0;
  for (const auto& [way, count] : traffic)
    if (std::get<0>(way) == rank) sum += count.second;
  return sum;
}

std::uint64_t Report::bytes() const {
  std::uint64_t sum = 0;
  for (const auto& [way, count] : traffic) sum += count.second;
  return sum;
}

std::uint64_t Report::messages_sent() const {
  std::uint64_t sum = 0;
  for (const auto& [way, count] : traffic) sum += count.first;
  return sum;
}

Router::Router(Settings settings)
    : settings_(std::move(settings)),
      ranks_(static_cast<std::size_t>(settings_.world)),
      random_(settings_.seed) {
  settings_.slower_by.resize(ranks_.size());
}

std::vector<Router::Output> Router::take_output() { return std::exchange(output_, {}); }

bool Router::all_ended() const {
  return std::all_of(ranks_.begin(), ranks_.end(), [](const Rank& one) { return one.phase == Phase::ended; });
}

Report Router::report() const {
  Report report = report_;
  for (const Rank& one : ranks_) {
    report.clocks.push_back(one.clock);
    report.waiting.push_back(lost_.empty() ? one.phase == Phase::waiting : one.waited);
    const bool waits = one.last_wait.words.empty() && one.phase == Phase::waiting;
    report.last_waits.push_back(waits ? wait_of(static_cast<int>(&one - ranks_.data())) : one.last_wait);
  }
  for (const auto& [way, waiting] : unmatched_) report.not_received += waiting.size();
  return report;
}

/// Whether a rank may send this frame now. A rank that breaks the rules is ignored from then on.
bool Router::obeys(int number, const Frame& frame, const std::string& payload) {
  const Rank& who = rank(number);
  std::string fault;
  const bool posts = frame.kind == FrameKind::send || frame.kind == FrameKind::receive;
  const bool any = frame.kind == FrameKind::receive && frame.peer == comm::any_rank;
  if (who.phase == Phase::waiting)
    fault = "spoke while it waited";
  else if (posts && !any && (frame.peer < 0 || frame.peer >= settings_.world || frame.peer == number))
    fault = "named rank " + std::to_string(frame.peer) + ", which it cannot reach";
  else if (frame.kind == FrameKind::send && payload.size() != frame.bytes)
    fault = "announced " + bytes_in_words(frame.bytes) + " and sent " + std::to_string(payload.size());
  else if (posts && (who.receives.count(frame.ticket) > 0 || who.sends.count(frame.ticket) > 0))
    fault = "used ticket " + std::to_string(frame.ticket) + " twice";
  else if (posts && who.receives.size() + who.sends.size() >= most_tickets)
    fault = "began a million messages and waited for none";
  else if (frame.kind > FrameKind::line)
    fault = "sent a frame of the router's";
  else if (!std::isfinite(frame.clock) || frame.clock < 0)
    fault = "sent a clock that is not a time";
  if (fault.empty()) return true;
  note(Trouble::Kind::broken_rule, number,
       name(number) + " " + fault + ": send messages only through comm::Comm");
  take_end(number);
  return false;
}

void Router::take(int number, const Frame& frame, std::string payload) {
  Rank& who = rank(number);
  if (who.phase == Phase::ended || who.killed) return;
  if (frame.kind == FrameKind::line) {
    if (who.asked && who.line.empty()) hear_line(number, told_line(payload));
  } else if (who.holds) {
    who.held.emplace_back(frame, std::move(payload));
  } else if (obeys(number, frame, payload)) {
    act_on(number, frame, std::move(payload));
  }
  go_on();
}

void Router::act_on(int number, const Frame& frame, std::string payload) {
  Rank& who = rank(number);
  who.clock = std::max(who.clock, frame.clock);
  switch (frame.kind) {
    case FrameKind::send:
      return send(number, frame, std::move(payload));
    case FrameKind::receive:
      return receive(number, frame);
    case FrameKind::finished:
      who.finished = true;
      who.phase = Phase::ended;
      return;
    default:
      who.phase = Phase::waiting;
      who.wait = frame;
      who.line.clear();
      who.asked = false;
  }
}

void Router::send(int number, const Frame& frame, std::string payload) {
  Rank& who = rank(number);
  buffered_ += payload.size() + bytes_of_small;
  auto& [messages, bytes] = report_.traffic[{number, frame.peer, frame.tag}];
  ++messages;
  bytes += frame.bytes;
  Send message{frame, number, std::move(payload)};
  message.eager = frame.bytes <= settings_.eager_limit;
  if (report_.messages.size() < Report::most_kept) {
    message.kept = report_.messages.size();
    const std::uint64_t hash = settings_.keep_hashes ? std::hash<std::string>()(message.payload) : 0;
    report_.messages.push_back({number, frame.peer, frame.tag, frame.bytes, frame.clock, -1, hash});
  }
  message.link_free = link_free_[{number, frame.peer}];
  if (message.eager) depart(message, frame.clock);
  who.sends[frame.ticket] = ++sent_;
  messages_.emplace(sent_, std::move(message));
  unmatched_[{number, frame.peer}].push_back(sent_);
  ++who.sent;
  if (settings_.kill && settings_.kill->rank == number && who.sent == settings_.kill->messages) {
    who.killed = true;  // it may still send until its process ends, and is ignored
    output_.push_back({number, true, {}, {}});
  }
  if (settings_.hold && settings_.hold->rank == number && who.sent == settings_.hold->messages)
    who.holds = true;
  match_receives(frame.peer);
  if (buffered_ > settings_.most_bytes) {
    note(Trouble::Kind::flood, number,
         name(number) + " sent on while messages of " + bytes_in_words(settings_.most_bytes) +
             " were waiting for a receive: each message needs one");
    take_end(number);
  }
}

void Router::receive(int number, const Frame& frame) {
  rank(number).receives[frame.ticket] = {frame, std::nullopt};
  match_receives(number);
}

/// The message takes its link from `ready` on. A large message follows earlier ones of its tag and the eager
/// ones sent before it. That order depends only on the programs, and not on which process was heard first.
void Router::depart(Send& message, double ready) {
  if (shares_link(message)) {
    message.ready = ready;
    return;
  }
  double& eager_free = link_free_[{message.from, message.frame.peer}];
  double& free =
      message.eager ? eager_free : large_free_[{message.from, message.frame.peer, message.frame.tag}];
  message.begin = std::max({ready, free, message.link_free});
  free = message.begin + static_cast<double>(message.frame.bytes) / settings_.bytes_per_second;
  message.arrived = free + settings_.alpha + settings_.slower_by[static_cast<std::size_t>(message.from)];
}

bool Router::shares_link(const Send& message) const {
  return settings_.nodes > 0 && node_of(message.from, settings_) != node_of(message.frame.peer, settings_);
}

/// Sends the message that is ready first over its node's link. Only called when no rank can send.
bool Router::depart_shared() {
  Send* first = nullptr;
  for (auto& [number, message] : messages_) {
    if (message.ready < 0) continue;
    const auto place = [](const Send& one) { return std::tuple(one.ready, one.from, one.frame.ticket); };
    if (first == nullptr || place(message) < place(*first)) first = &message;
  }
  if (first == nullptr) return false;
  double& free = node_free_[node_of(first->from, settings_)];
  first->begin = std::max(std::exchange(first->ready, -1), free);
  free = first->begin + static_cast<double>(first->frame.bytes) / settings_.bytes_per_second;
  first->arrived = free + settings_.alpha + settings_.slower_by[static_cast<std::size_t>(first->from)];
  if (first->is_joined) note_times(*first);
  return true;
}

void Router::note_times(const Send& message) {
  if (message.kept == SIZE_MAX) return;
  report_.messages[message.kept].sent = message.begin;
  report_.messages[message.kept].arrived = message.arrived;
}

/// Matches receives in the order in which they were posted. A receive waits behind an undecided receive from
/// any rank with the same tag, because a message belongs to the first receive that fits it.
void Router::match_receives(int number) {
  std::vector<int> undecided;
  for (auto& [ticket, receive] : rank(number).receives) {
    if (receive.message) continue;
    const int tag = receive.frame.tag;
    if (std::find(undecided.begin(), undecided.end(), tag) != undecided.end()) continue;
    if (receive.frame.peer == comm::any_rank)
      undecided.push_back(tag);
    else
      match(number, receive, receive.frame.peer);
  }
}

std::optional<Router::SendNumber> Router::first_message(int from, int to, int tag) const {
  const auto queue = unmatched_.find({from, to});
  if (queue == unmatched_.end()) return std::nullopt;
  for (const SendNumber message : queue->second)
    if (messages_.at(message).frame.tag == tag) return message;
  return std::nullopt;
}

bool Router::match(int number, Receive& receive, int sender) {
  const auto message = first_message(sender, number, receive.frame.tag);
  if (message) join(number, receive, *message);
  return message.has_value();
}

void Router::join(int number, Receive& receive, SendNumber which) {
  Send& message = messages_.at(which);
  auto& queue = unmatched_[{message.from, number}];
  queue.erase(std::find(queue.begin(), queue.end(), which));
  receive.message = which;
  if (!message.eager) depart(message, std::max(message.frame.clock, receive.frame.clock));
  message.is_joined = true;
  if (message.arrived >= 0) note_times(message);
}

}  // namespace gridmark::router
