#include "labkit/router/router.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace gridmark::router {
namespace {

using comm::Frame;
using comm::FrameKind;

constexpr std::size_t bytes_of_small = 256;  // that a message without any takes here
constexpr std::size_t most_tickets = std::size_t{1} << 20;

std::string name(int rank) { return "rank " + std::to_string(rank); }

std::string at(const std::string& line) { return line.empty() ? "" : " at " + line; }

std::string bytes_in_words(std::uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string tagged(const Frame& frame) {
  return "(tag " + std::to_string(frame.tag) + ", " + bytes_in_words(frame.bytes) + ")";
}

/// What a rank says of itself, fit for a message.
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
  }
  for (const auto& [way, waiting] : unmatched_) report.not_received += waiting.size();
  return report;
}

/// Whether a rank may say this now. A rank that breaks the rules is heard no more.
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
    fault = "said what no rank says";
  else if (!std::isfinite(frame.clock) || frame.clock < 0)
    fault = "sent a clock that is no time";
  if (fault.empty()) return true;
  note(Trouble::Kind::broken_rule, number,
       name(number) + " " + fault + ": messages go through comm::Comm alone");
  take_end(number);
  return false;
}

void Router::take(int number, const Frame& frame, std::string payload) {
  Rank& who = rank(number);
  if (who.phase == Phase::ended || who.killed) return;
  if (frame.kind == FrameKind::line) {
    if (who.asked && who.line.empty()) who.line = told_line(payload);
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
    who.killed = true;  // it may still speak until its process ends, and is not heard
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

/// The message takes its link from `ready` on. Large messages follow those of their tag and the eager ones
/// that were sent before: that order follows from the programs, and not from the process that was heard
/// first.
void Router::depart(Send& message, double ready) {
  double& eager_free = link_free_[{message.from, message.frame.peer}];
  double& free =
      message.eager ? eager_free : large_free_[{message.from, message.frame.peer, message.frame.tag}];
  message.begin = std::max({ready, free, message.link_free});
  free = message.begin + static_cast<double>(message.frame.bytes) / settings_.bytes_per_second;
  message.arrived = free + settings_.alpha + settings_.slower_by[static_cast<std::size_t>(message.from)];
}

/// In the order in which they were posted. Behind an undecided receive from any rank, those with the same tag
/// wait: a message belongs to the first receive that fits it.
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
  if (message.kept != SIZE_MAX) {
    report_.messages[message.kept].sent = message.begin;
    report_.messages[message.kept].arrived = message.arrived;
  }
}

/// Answers all waits that are over.
void Router::answer_waits() {
  for (int number = 0; number < settings_.world; ++number)
    if (rank(number).phase == Phase::waiting && rank(number).wait.kind == FrameKind::wait) answer(number);
  answer_barrier();
}

bool Router::answer(int number) {
  Rank& who = rank(number);
  const std::uint32_t ticket = who.wait.ticket;
  if (const auto sent = who.sends.find(ticket); sent != who.sends.end()) {
    const auto found = messages_.find(sent->second);
    if (found != messages_.end() && found->second.arrived < 0) return false;  // its receive is not there
    const double on_its_way = found == messages_.end() || found->second.eager
                                  ? who.wait.clock
                                  : found->second.arrived - settings_.alpha;
    if (found != messages_.end() && found->second.over) messages_.erase(found);
    who.sends.erase(sent);
    finish_wait(number, on_its_way, 0, {});
    return true;
  }
  const auto posted = who.receives.find(ticket);
  if (posted == who.receives.end()) {
    fail(number, "this ticket was never given out, or is over");
    return true;
  }
  if (!posted->second.message) return false;
  const auto found = messages_.find(*posted->second.message);
  Send message = std::move(found->second);
  const Frame wanted = posted->second.frame;
  const bool waits_for_its_sender =
      !message.eager && rank(message.from).sends.count(message.frame.ticket) > 0;
  if (waits_for_its_sender)
    found->second =
        Send{message.frame, message.from, {}, message.begin, message.arrived, SIZE_MAX, false, true};
  else
    messages_.erase(found);
  who.receives.erase(posted);
  buffered_ -= message.payload.size() + bytes_of_small;
  if (wanted.bytes != message.frame.bytes) {
    const std::string words = name(number) + " receives " + bytes_in_words(wanted.bytes) + " from " +
                              name(message.from) + " (tag " + std::to_string(wanted.tag) + "), which sent " +
                              bytes_in_words(message.frame.bytes) + ": both must name the same size";
    note(Trouble::Kind::other_size, number, words);
    fail(number, words);
    return true;
  }
  finish_wait(number, message.arrived, message.from, std::move(message.payload));
  return true;
}

void Router::answer_barrier() {
  double last = 0;
  int waiting = 0;
  for (const Rank& one : ranks_) {
    if (one.phase != Phase::waiting || one.wait.kind != FrameKind::barrier) return;
    last = std::max(last, one.wait.clock);
    ++waiting;
  }
  ++report_.barriers;
  const double rounds = std::ceil(std::log2(std::max(waiting, 1)));  // as a dissemination barrier has
  for (int number = 0; number < settings_.world; ++number)
    finish_wait(number, last + rounds * settings_.alpha, 0, {});
}

void Router::finish_wait(int number, double until, int peer, std::string payload) {
  Rank& who = rank(number);
  const double end = std::max(who.wait.clock, until);
  if (end > who.wait.clock && report_.waits.size() < Report::most_kept)
    report_.waits.push_back({number, who.wait.clock, end});
  who.phase = Phase::running;
  who.clock = std::max(who.clock, end);
  output_.push_back({number,
                     false,
                     {FrameKind::done, peer, 0, who.wait.ticket, payload.size(), end, 0},
                     std::move(payload)});
}

void Router::fail(int number, const std::string& words) {
  Rank& who = rank(number);
  who.phase = Phase::running;
  output_.push_back({number, false, {FrameKind::failed, 0, 0, who.wait.ticket, words.size(), 0, 0}, words});
}

void Router::fail_all(const std::string& words) {
  for (int number = 0; number < settings_.world; ++number)
    if (rank(number).phase == Phase::waiting) fail(number, words);
}

void Router::take_end(int number) {
  Rank& who = rank(number);
  if (who.phase == Phase::ended) return;
  if (who.holds) release(number);
  if (!who.finished && lost_.empty())
    for (Rank& one : ranks_) one.waited = one.phase == Phase::waiting;
  who.phase = Phase::ended;
  asking_ = false;
  if (!who.finished) {
    note(Trouble::Kind::died, number, name(number) + " ended in the middle, without a word to the others");
    if (lost_.empty()) lost_ = name(number) + " ended in the middle: the others cannot go on";
  }
  go_on();
}

/// What can be answered is; where no rank can speak any more, what is to be decided is.
void Router::go_on() {
  while (true) {
    answer_waits();
    if (!lost_.empty()) fail_all(lost_);
    fail_those_left_alone();
    bool somebody_runs = false, somebody_waits = false;
    for (const Rank& one : ranks_) {
      somebody_runs |= one.phase == Phase::running && !one.holds;
      somebody_waits |= one.phase == Phase::waiting;
    }
    if (somebody_runs) return;
    if (release_held()) continue;
    if (somebody_is_held()) return;  // and will still say why it waits, or that it ends
    if (choose()) continue;
    if (somebody_waits) ask_lines();
    return;
  }
}

bool Router::release_held() {
  for (int number = 0; number < settings_.world; ++number) {
    if (!rank(number).holds || rank(number).held.empty()) continue;
    release(number);
    return true;
  }
  return false;
}

bool Router::somebody_is_held() const {
  return std::any_of(ranks_.begin(), ranks_.end(),
                     [](const Rank& one) { return one.holds && one.phase == Phase::running; });
}

void Router::release(int number) {
  Rank& who = rank(number);
  who.holds = false;
  for (auto& [frame, payload] : std::exchange(who.held, {}))
    if (who.phase != Phase::ended && obeys(number, frame, payload)) act_on(number, frame, std::move(payload));
}

/// The first message of each sender that a receive from any rank may take, by arrival.
std::vector<Router::SendNumber> Router::candidates(int number, const Receive& receive) const {
  std::vector<SendNumber> found;
  for (int sender = 0; sender < settings_.world; ++sender)
    if (const auto message = first_message(sender, number, receive.frame.tag)) found.push_back(*message);
  std::stable_sort(found.begin(), found.end(), [this](SendNumber one, SendNumber other) {
    return messages_.at(one).arrived < messages_.at(other).arrived;
  });
  return found;
}

std::size_t Router::chosen(std::size_t count) {
  const std::size_t decided = report_.choices.size();
  if (decided < settings_.choices.size()) return std::min(settings_.choices[decided], count - 1);
  return settings_.seed == 0 ? 0 : random_() % count;
}

/// Decides the first receive from any rank that has something to take.
bool Router::choose() {
  for (int number = 0; number < settings_.world; ++number) {
    Rank& who = rank(number);
    if (who.phase != Phase::waiting) continue;
    for (auto& [ticket, receive] : who.receives) {
      if (receive.message || receive.frame.peer != comm::any_rank) continue;
      const auto open = candidates(number, receive);
      if (open.empty()) continue;
      Choice choice{number, {}, chosen(open.size())};
      for (const SendNumber message : open) choice.senders.push_back(messages_.at(message).from);
      join(number, receive, open[choice.taken]);
      report_.choices.push_back(std::move(choice));
      match_receives(number);
      return true;
    }
  }
  return false;
}

/// Ranks that wait for one that has ended, and whose message is not there.
void Router::fail_those_left_alone() {
  for (int number = 0; number < settings_.world; ++number) {
    Rank& who = rank(number);
    if (who.phase != Phase::waiting) continue;
    int gone = -1;
    if (who.wait.kind == FrameKind::barrier) {
      for (int other = 0; other < settings_.world && gone < 0; ++other)
        if (rank(other).phase == Phase::ended) gone = other;
    } else if (const auto posted = who.receives.find(who.wait.ticket); posted != who.receives.end()) {
      const int sender = posted->second.frame.peer;
      const bool comes =  // once a receive from any rank before it is decided
          sender == comm::any_rank || first_message(sender, number, posted->second.frame.tag).has_value();
      if (!comes && rank(sender).phase == Phase::ended) gone = sender;
    } else if (const auto sent = who.sends.find(who.wait.ticket); sent != who.sends.end()) {
      const int receiver = messages_.at(sent->second).frame.peer;
      if (rank(receiver).phase == Phase::ended) gone = receiver;
    }
    if (gone < 0) continue;
    const std::string words =
        name(number) + " " + waits_for(number) + ", and rank " + std::to_string(gone) + " has ended";
    note(Trouble::Kind::ended, number, words);
    fail(number, words);
  }
}

void Router::ask_lines() {
  if (asking_) {
    const bool all = std::all_of(ranks_.begin(), ranks_.end(), [](const Rank& one) {
      return one.phase != Phase::waiting || !one.line.empty();
    });
    if (all) tell_deadlock();
    return;
  }
  asking_ = true;
  for (int number = 0; number < settings_.world; ++number) {
    Rank& who = rank(number);
    if (who.phase != Phase::waiting) continue;
    who.asked = true;
    output_.push_back({number, false, {FrameKind::where, 0, 0, who.wait.ticket, 0, 0, who.wait.address}, {}});
  }
}

void Router::stop_asking() {
  if (asking_) tell_deadlock();
}

void Router::tell_deadlock() {
  asking_ = false;
  std::string words;
  int first = -1;
  for (int number = 0; number < settings_.world; ++number) {
    if (rank(number).phase != Phase::waiting) continue;
    if (first < 0) first = number;
    words += (words.empty() ? "" : "; ") + name(number) + " " + waits_for(number);
  }
  words = "deadlock, no rank can go on: " + words;
  note(Trouble::Kind::deadlock, first, words);
  fail_all(words);
}

std::string Router::waits_for(int number) const {
  const Rank& who = ranks_[static_cast<std::size_t>(number)];
  const std::string where = at(who.line == "?" ? "" : who.line);
  if (who.wait.kind == FrameKind::barrier) return "waits at the barrier" + where;
  if (const auto posted = who.receives.find(who.wait.ticket); posted != who.receives.end()) {
    const Frame& wanted = posted->second.frame;
    const std::string sender = wanted.peer == comm::any_rank ? "any rank" : name(wanted.peer);
    return "waits for a message from " + sender + " " + tagged(wanted) + where +
           lies_there(number, posted->second);
  }
  if (const auto sent = who.sends.find(who.wait.ticket); sent != who.sends.end()) {
    const Frame& frame = messages_.at(sent->second).frame;
    return "waits until " + name(frame.peer) + " receives its message " + tagged(frame) + where;
  }
  return "waits for a ticket that is over" + where;
}

/// A message that the receive would take if it had asked for its tag.
std::string Router::lies_there(int number, const Receive& receive) const {
  for (const auto& [way, waiting] : unmatched_) {
    if (way.second != number || waiting.empty()) continue;
    if (receive.frame.peer != comm::any_rank && receive.frame.peer != way.first) continue;
    const Frame& frame = messages_.at(waiting.front()).frame;
    return " (one with tag " + std::to_string(frame.tag) + " from " + name(way.first) + " is there)";
  }
  return "";
}

void Router::note(Trouble::Kind kind, int number, std::string words) {
  if (report_.trouble) return;
  const std::string& line = rank(number).line;
  report_.trouble = Trouble{kind, number, std::move(words), line == "?" ? "" : line};
}

}  // namespace gridmark::router
