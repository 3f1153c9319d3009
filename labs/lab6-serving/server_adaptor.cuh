#pragma once
// Runs a server with gridmark's engine, with and without sockets: a part of adaptor.cu.
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labkit/channel/worker.h"
#include "labkit/services/http_server.h"
#include "labs/lab6-serving/include/server.h"
#include "labs/lab6-serving/server_operations.h"

namespace gridmark::lab6 {

class SessionClock : public services::Clock {
 public:
  double now() const override { return seconds; }
  double seconds = 1000;
};

/// Writes the events in order. An entry that does not fit is left out, and then the checker does not find the
/// end.
class Transcript {
 public:
  explicit Transcript(std::size_t room) : room_(room) {}
  void add(Seen one) {
    one.action = action;
    Packer packer;
    pack(packer, one);
    full_ = full_ || bytes_.size() + packer.bytes().size() + 200 > room_;
    if (!full_) bytes_ += packer.bytes();
  }
  void end(channel::Out<char>& seen) {
    add({.kind = Seen::Kind::end});
    bytes_ += full_ ? '?' : HttpSession::last_byte;
    std::copy(bytes_.begin(), bytes_.end(), seen.writable().begin());
  }
  int action = 0;

 private:
  std::size_t room_;
  std::string bytes_;
  bool full_ = false;
};

/// An engine with given answers. Each step makes one token of each running answer.
class WrittenEngine : public TokenEngine {
 public:
  WrittenEngine(const GivenSession& session, Transcript& seen) : session_(session), seen_(seen) {}

  std::int64_t submit(const Request& request) override {
    Seen one{.kind = Seen::Kind::submitted};
    for (const std::int32_t token : request.prompt) one.prompt += static_cast<char>(token);
    one.tokens = request.tokens, one.answers = request.answers, one.top_k = request.sampling.top_k;
    one.temperature = request.sampling.temperature, one.seed = request.sampling.seed;
    for (const std::int32_t token : request.prompt)
      if (token < 0 || token > 255)
        throw std::invalid_argument("the prompt has the token " + std::to_string(token) + ", expected bytes, 0 to 255");
    if (request.tokens < 1 || request.answers < 1) throw std::invalid_argument("a request needs 1 token at least");
    const bool refused = static_cast<std::int64_t>(request.prompt.size()) + request.tokens > session_.length ||
                         request.answers > session_.most_sequences;
    if (refused) throw std::invalid_argument("The engine \"of gridmark\" has no room for this.");
    one.number = static_cast<std::int64_t>(++submitted);
    seen_.add(one);
    Written written{one.number, request.tokens, {}};
    for (int i = 0; i < request.answers; ++i)
      written.answers.push_back(
          {session_.answers.empty() ? GivenAnswer{"x"} : session_.answers[next_++ % session_.answers.size()]});
    requests_.push_back(std::move(written));
    return one.number;
  }
  void cancel(std::int64_t request) override {
    seen_.add({.kind = Seen::Kind::cancelled, .number = request});
    const auto one = find(request);
    if (one == requests_.end()) return;
    requests_.erase(one);
    ++cancelled;
  }
  bool step() override {
    if (!steps_are_ours) seen_.add({.kind = Seen::Kind::stepped});
    bool is_left = false;
    for (Written& request : requests_)
      for (WrittenAnswer& one : request.answers) {
        if (++one.steps > one.given.delay && one.made < request.tokens) ++one.made;
        is_left = is_left || one.made < request.tokens;
      }
    return is_left;
  }
  std::vector<Output> take(std::int64_t request) override {
    const auto found = find(request);
    if (found == requests_.end()) return {};
    std::vector<Output> outputs;
    bool all = true;
    for (WrittenAnswer& one : found->answers) {
      Output output;
      for (; one.taken < one.made; ++one.taken)
        output.tokens.push_back(
            static_cast<unsigned char>(one.given.bytes[static_cast<std::size_t>(one.taken) % one.given.bytes.size()]));
      output.done = one.made == found->tokens;
      all = all && output.done;
      outputs.push_back(std::move(output));
    }
    if (all) requests_.erase(found);
    return outputs;
  }
  EngineStats stats() const override {
    return {.waiting = session_.waiting, .running = session_.running, .free_blocks = session_.blocks};
  }

  int submitted = 0, cancelled = 0;
  bool steps_are_ours = false;

 private:
  struct WrittenAnswer {
    GivenAnswer given;
    int steps = 0, made = 0, taken = 0;
  };
  struct Written {
    std::int64_t number;
    int tokens;
    std::vector<WrittenAnswer> answers;
  };
  std::vector<Written>::iterator find(std::int64_t number) {
    return std::find_if(requests_.begin(), requests_.end(), [&](const Written& one) { return one.number == number; });
  }

  const GivenSession& session_;
  Transcript& seen_;
  std::vector<Written> requests_;
  std::size_t next_ = 0;
};

/// A submission's server with the objects that it needs.
class SessionRun {
 public:
  SessionRun(const GivenSession& session, std::size_t room)
      : session_(session),
        seen(room),
        engine(session, seen),
        server(engine, clock,
               {session.device, session.model, session.gpu_name, session.cuda_available, session.total_gb},
               [this] { return session_.allocated + 1e9 * seen.action; }) {}

  void run() {
    for (const GivenAction& action : session_.actions) {
      if (action.kind == GivenAction::Kind::request) request(action);
      if (action.kind == GivenAction::Kind::run) steps(action);
      if (action.kind == GivenAction::Kind::leave) leave(action);
      ++seen.action;
    }
  }
  void step_engine() {
    engine.steps_are_ours = true;
    engine.step();
    engine.steps_are_ours = false;
  }

 private:
  struct Open {
    services::HttpReply reply;
    bool grows = false;
  };

  void request(const GivenAction& action) {
    clock.seconds += action.seconds;
    Open open;
    try {
      open.reply = server.handle({action.method, action.path, action.body});
      open.grows = open.reply.more != nullptr;
    } catch (const std::exception& error) {
      seen.add({.kind = Seen::Kind::thrown, .reply = static_cast<int>(open_.size()), .prompt = error.what()});
    }
    open_.push_back(std::move(open));
    note(open_.size() - 1, 0);
  }

  void steps(const GivenAction& action) {
    for (int step = 1; step <= action.steps; ++step) {
      clock.seconds += action.seconds;
      step_engine();
      for (std::size_t i = 0; i < open_.size(); ++i)
        if (open_[i].grows) more(i, step);
    }
  }

  void more(std::size_t i, int step) {
    Open& open = open_[i];
    try {
      open.grows = !open.reply.more(open.reply);
    } catch (const std::exception& error) {
      open.grows = false;
      seen.add({.kind = Seen::Kind::thrown, .reply = static_cast<int>(i), .prompt = error.what()});
    }
    note(i, step);
  }

  void note(std::size_t i, int step) {
    services::HttpReply& reply = open_[i].reply;
    const auto allow = reply.headers.find("Allow");
    seen.add({.kind = Seen::Kind::reply,
              .reply = static_cast<int>(i),
              .status = reply.status,
              .step = step,
              .grows = open_[i].grows,
              .streams = reply.streams,
              .type = reply.type,
              .allow = allow == reply.headers.end() ? "" : allow->second,
              .body = reply.body});
    if (reply.streams) reply.body.clear();
  }

  void leave(const GivenAction& action) {
    clock.seconds += action.seconds;
    Open& open = open_.at(static_cast<std::size_t>(action.reply));
    if (open.grows && open.reply.client_left) open.reply.client_left();
    open = Open();
  }

  const GivenSession& session_;

 public:
  Transcript seen;
  SessionClock clock;
  WrittenEngine engine;
  Server server;

 private:
  std::vector<Open> open_;  ///< must be destroyed before the server
};

GRIDMARK_OPERATION(HttpSession, op) {
  const GivenSession session = unpack_session(Unpacker(op.session));
  std::unique_ptr<SessionRun> run;
  const channel::Status status = channel::graded([&] {
    run = std::make_unique<SessionRun>(session, op.seen.size());
    run->run();
    return cudaSuccess;
  });
  run->seen.end(op.seen);
  return status;
}

GRIDMARK_OPERATION(HttpService, op) {
  const GivenSession session = unpack_session(Unpacker(op.session));
  const int listening = op.listening.take();
  const channel::Status status = channel::graded([&] {
    SessionRun run(session, 0);
    services::HttpServer http(listening,
                              [&](const services::HttpRequest& request) { return run.server.handle(request); });
    for (int growing = 0; http.listening() || growing > 0;) {
      growing = http.turn(growing > 0 ? 0.002 : 1);
      if (growing > 0) run.step_engine();
    }
    op.submitted.writable()[0] = run.engine.submitted;
    op.cancelled.writable()[0] = run.engine.cancelled;
    return cudaSuccess;
  });
  return status;
}

}  // namespace gridmark::lab6
