// The end of a wait.
#include <algorithm>
#include <cmath>
#include <utility>

#include "labkit/router/router.h"
#include "labkit/router/words.h"

namespace gridmark::router {

using comm::Frame;
using comm::FrameKind;

/// Answers all waits that have ended.
void Router::answer_waits() {
  for (int number = 0; number < settings_.world; ++number)
    if (rank(number).phase == Phase::waiting && rank(number).wait.kind == FrameKind::wait) answer(number);
  answer_barrier();
}

void Router::answer(int number) {
  const Rank& who = rank(number);
  const std::uint32_t ticket = who.wait.ticket;
  if (who.sends.count(ticket) > 0)
    answer_send(number);
  else if (who.receives.count(ticket) == 0)
    fail(number, "this ticket was never given out, or has ended");
  else if (who.receives.at(ticket).message)
    answer_receive(number);
}

/// Answers a send unless it still waits for its receive.
void Router::answer_send(int number) {
  Rank& who = rank(number);
  const auto sent = who.sends.find(who.wait.ticket);
  const auto found = messages_.find(sent->second);
  const bool has_arrived = found == messages_.end();
  if (!has_arrived && !found->second.eager && found->second.arrived < 0) return;
  const bool waited = !has_arrived && !found->second.eager;
  const double on_its_way = waited ? found->second.arrived - settings_.alpha : who.wait.clock;
  if (!has_arrived && found->second.over) messages_.erase(found);
  who.sends.erase(sent);
  finish_wait(number, on_its_way, 0, {});
}

void Router::answer_receive(int number) {
  Rank& who = rank(number);
  const auto posted = who.receives.find(who.wait.ticket);
  const auto found = messages_.find(*posted->second.message);
  if (found->second.arrived < 0) return;  // its shared link is not decided yet
  const Frame wanted = posted->second.frame;
  Send message = std::move(found->second);
  const bool its_sender_waits = !message.eager && rank(message.from).sends.count(message.frame.ticket) > 0;
  if (its_sender_waits)
    found->second =
        Send{message.frame, message.from, {}, message.begin, message.arrived, SIZE_MAX, false, true};
  else
    messages_.erase(found);
  who.receives.erase(posted);
  buffered_ -= message.payload.size() + bytes_of_small;
  if (wanted.bytes != message.frame.bytes) return fail_for_size(number, wanted, message);
  finish_wait(number, message.arrived, message.from, std::move(message.payload));
}

void Router::fail_for_size(int number, const Frame& wanted, const Send& message) {
  const std::string found = "receives " + bytes_in_words(wanted.bytes) + " from " + name(message.from) +
                            " (tag " + std::to_string(wanted.tag) + "), which sent " +
                            bytes_in_words(message.frame.bytes);
  const std::string words = name(number) + " " + found + ": both must name the same size";
  note(Trouble::Kind::other_size, number, words);
  fail(number, words, {found, "", rank(number).wait.clock});
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
  const double rounds = std::ceil(std::log2(std::max(waiting, 1)));  // the rounds of a dissemination barrier
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

void Router::fail(int number, const std::string& words) { fail(number, words, wait_of(number)); }

/// The rank sends its line when it receives this, unless the router has asked for it already.
void Router::fail(int number, const std::string& words, LastWait last_wait) {
  Rank& who = rank(number);
  if (who.last_wait.words.empty()) who.last_wait = std::move(last_wait);
  who.asked = true;
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

}  // namespace gridmark::router
