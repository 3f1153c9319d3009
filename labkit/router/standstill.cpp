// The state in which no rank can send: choices among messages, and deadlocks.
#include <algorithm>
#include <utility>

#include "labkit/router/router.h"
#include "labkit/router/words.h"

namespace gridmark::router {

using comm::Frame;
using comm::FrameKind;

/// Answers all waits that have ended, then makes the choices that no rank can influence any more.
void Router::go_on() {
  while (true) {
    answer_waits();
    if (!lost_.empty()) fail_all(lost_);
    fail_those_left_alone();
    bool somebody_runs = false, somebody_waits = false;
    for (const Rank& one : ranks_) {
      somebody_runs |= one.phase == Phase::running && !one.holds && !one.stopped;
      somebody_waits |= one.phase == Phase::waiting;
    }
    if (somebody_runs) return;
    if (release_held()) continue;
    if (somebody_is_held()) return;  // the rank will still send a wait or its end
    if (depart_shared()) continue;
    if (choose()) continue;
    if (end_stopped()) return;  // its end will be received
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

void Router::end_when_quiet(int number) {
  rank(number).stopped = true;
  go_on();
}

bool Router::end_stopped() {
  const auto stopped =
      std::find_if(ranks_.begin(), ranks_.end(), [](const Rank& one) { return one.stopped && !one.killed; });
  if (stopped == ranks_.end()) return false;
  stopped->killed = true;
  stopped->stopped = false;
  output_.push_back({static_cast<int>(stopped - ranks_.begin()), true, {}, {}});
  return true;
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

/// Decides the first receive from any rank that has a message to take.
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

/// Whether its message is there already, behind a receive from any rank that is undecided.
bool Router::comes(int number, const Receive& receive) const {
  return receive.frame.peer != comm::any_rank &&
         first_message(receive.frame.peer, number, receive.frame.tag).has_value();
}

/// The rank that ended while this one waits for it, below 0 if there is none.
int Router::ended_peer(int number) const {
  const Rank& who = ranks_[static_cast<std::size_t>(number)];
  const auto has_ended = [](const Rank& one) { return one.phase == Phase::ended; };
  if (who.wait.kind == FrameKind::barrier) {
    const auto ended = std::find_if(ranks_.begin(), ranks_.end(), has_ended);
    return ended == ranks_.end() ? -1 : static_cast<int>(ended - ranks_.begin());
  }
  int peer = comm::any_rank;
  if (const auto posted = who.receives.find(who.wait.ticket); posted != who.receives.end())
    peer =
        posted->second.message || comes(number, posted->second) ? comm::any_rank : posted->second.frame.peer;
  else if (const auto sent = who.sends.find(who.wait.ticket); sent != who.sends.end())
    peer = messages_.at(sent->second).is_joined ? comm::any_rank : messages_.at(sent->second).frame.peer;
  return peer >= 0 && this->has_ended(peer) ? peer : -1;
}

void Router::fail_those_left_alone() {
  for (int number = 0; number < settings_.world; ++number) {
    const int gone = rank(number).phase == Phase::waiting ? ended_peer(number) : -1;
    if (gone < 0) continue;
    const std::string words = name(number) + " " + waits_at(number) + ", and " + name(gone) + " has ended";
    note(Trouble::Kind::ended, number, words);
    fail(number, words);
  }
}

/// Takes the line of the call that waits, or of a call whose wait has just failed.
void Router::hear_line(int number, const std::string& line) {
  Rank& who = rank(number);
  who.line = line;
  if (who.phase != Phase::running || line == "?") return;
  if (who.last_wait.line.empty()) who.last_wait.line = line;
  if (report_.trouble && report_.trouble->rank == number && report_.trouble->line.empty())
    report_.trouble->line = line;
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
    words += (words.empty() ? "" : "; ") + name(number) + " " + waits_at(number);
  }
  words = "deadlock, no rank can go on: " + words;
  note(Trouble::Kind::deadlock, first, words);
  fail_all(words);
}

LastWait Router::wait_of(int number) const {
  const Rank& who = ranks_[static_cast<std::size_t>(number)];
  return {waits_for(number, ""), who.line == "?" ? "" : who.line, who.wait.clock};
}

std::string Router::waits_at(int number) const {
  const std::string line = wait_of(number).line;
  return waits_for(number, line.empty() ? "" : " at " + line);
}

std::string Router::waits_for(int number, const std::string& where) const {
  const Rank& who = ranks_[static_cast<std::size_t>(number)];
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
  return "waits for a ticket that has ended" + where;
}

/// A message that the receive would take if it had the message's tag.
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
