#include "emulation/runtime/streams.h"

#include <algorithm>

#include "emulation/runtime/last_error.h"

namespace gridmark::emulation {
namespace {

/// A device's own queue is as short: a program that never waits is served in between.
constexpr std::uint64_t most_pending = 1024;

cudaStream_t handle_of(const std::shared_ptr<Stream>& stream) {
  return reinterpret_cast<cudaStream_t>(stream.get());
}

}  // namespace

std::recursive_mutex& device_mutex() {
  static auto* mutex = new std::recursive_mutex;
  return *mutex;
}

void Stream::push(Command command) {
  last_ = command.number;
  queue_.push_back(std::move(command));
}

bool Stream::step() {
  if (queue_.empty() || running_) return false;
  for (const Position& earlier : queue_.front().waits_for) earlier.stream->complete(earlier.number);
  const Command command = std::move(queue_.front());
  queue_.pop_front();
  running_ = true;
  if (sticky_error() == cudaSuccess) command.run();  // nothing happens after a kernel's fault
  running_ = false;
  done_ = command.number;
  return true;
}

void Stream::complete(std::uint64_t number) {
  while (done_ < number && step()) {
  }
}

Streams& Streams::instance() {
  static Streams* streams = new Streams;
  return *streams;
}

Streams::Streams() : default_(std::make_shared<Stream>(true)), per_thread_(std::make_shared<Stream>(true)) {}

std::shared_ptr<Stream> Streams::find(cudaStream_t handle) const {
  if (!handle || handle == cudaStreamLegacy) return default_;
  if (handle == cudaStreamPerThread) return per_thread_;
  const auto found = std::find_if(created_.begin(), created_.end(),
                                  [&](const auto& stream) { return handle_of(stream) == handle; });
  return found == created_.end() ? nullptr : *found;
}

cudaStream_t Streams::create(bool blocking) {
  created_.push_back(std::make_shared<Stream>(blocking));
  return handle_of(created_.back());
}

bool Streams::destroy(cudaStream_t handle) {
  const auto found = std::find_if(created_.begin(), created_.end(),
                                  [&](const auto& stream) { return handle_of(stream) == handle; });
  if (found == created_.end()) return false;
  complete(**found);
  created_.erase(found);
  return true;
}

Position Streams::enqueue(const std::shared_ptr<Stream>& stream, std::function<void()> run,
                          std::vector<Position> waits_for) {
  static std::uint64_t numbers = 0;
  const auto wait_for = [&](const std::shared_ptr<Stream>& other) {
    if (other != stream && other->is_blocking() && !other->is_idle())
      waits_for.push_back({other, other->last()});
  };
  if (stream == default_) {
    wait_for(per_thread_);
    for (const auto& other : created_) wait_for(other);
  } else if (stream->is_blocking()) {
    wait_for(default_);
  }
  const std::uint64_t number = ++numbers;
  stream->push({std::move(run), std::move(waits_for), number});
  if (number > most_pending) stream->complete(number - most_pending);
  return {stream, number};
}

void Streams::complete_all() {
  const auto streams = created_;  // a host function may create or destroy streams
  for (auto stream = streams.rbegin(); stream != streams.rend(); ++stream) complete(**stream);
  complete(*per_thread_);
  complete(*default_);
}

bool Streams::all_idle() const {
  return default_->is_idle() && per_thread_->is_idle() &&
         std::all_of(created_.begin(), created_.end(), [](const auto& stream) { return stream->is_idle(); });
}

}  // namespace gridmark::emulation
