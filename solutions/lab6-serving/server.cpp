// Lab 6: an HTTP interface to an engine. Read server.h first. It holds the contract.
#include "server.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "json.h"

using gridmark::services::Clock;
using gridmark::services::HttpReply;
using gridmark::services::HttpRequest;

// BEGIN SOLUTION server
//: // TODO: keep the data that all requests share.
//: struct Server::State {};
//:
//: Server::Server(TokenEngine&, const Clock&, ServerInfo, std::function<double()>) {}
//: Server::~Server() = default;
//:
//: // TODO: answer GET /info, GET /metrics and POST /generate, and refuse everything else.
//: HttpReply Server::handle(const HttpRequest&) {
//:   HttpReply reply;
//:   reply.status = 501;
//:   reply.body = "{\"error\":\"server.cpp is to be written\"}";
//:   return reply;
//: }
namespace {

/// An error in the request. The reply has status 400.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

HttpReply error_reply(int status, const std::string& reason) {
  HttpReply reply;
  reply.status = status;
  reply.body = "{\"error\":" + json_text(reason) + "}";
  return reply;
}

/// The body of POST /generate.
struct Asked {
  std::vector<std::string> prompts;
  bool many = false;  ///< the reply has "results"
  bool stream = false;
  Request request;  ///< the same for each prompt. Its prompt is not set.
};

double number_of(const Json& body, const std::string& name, double absent, double least, double most, bool whole) {
  const Json* one = body.member(name);
  if (one == nullptr) return absent;
  const bool right = one->kind == Json::Kind::number && one->number >= least && one->number <= most &&
                     (!whole || one->number == std::floor(one->number));
  if (!right)
    throw Refused(name + " must be a " + (whole ? "whole number" : "number") + ", " + json_text(least) + " at least" +
                  (whole ? " and " + json_text(most) + " at most" : ""));
  return one->number;
}

int int_of(const Json& body, const std::string& name, int absent, int least) {
  return static_cast<int>(number_of(body, name, absent, least, std::numeric_limits<int>::max(), true));
}

bool bool_of(const Json& body, const std::string& name) {
  const Json* one = body.member(name);
  if (one != nullptr && one->kind != Json::Kind::boolean) throw Refused(name + " must be true or false");
  return one != nullptr && one->boolean;
}

std::vector<std::string> prompts_of(const Json& body) {
  const Json* one = body.member("prompt");
  const Json* several = body.member("prompts");
  if ((one == nullptr) == (several == nullptr)) throw Refused("give either prompt or prompts");
  if (several != nullptr && (several->kind != Json::Kind::array || several->array.empty()))
    throw Refused("prompts must be an array with 1 string at least");
  std::vector<std::string> prompts;
  for (const Json& prompt : several != nullptr ? several->array : std::vector<Json>{*one}) {
    if (prompt.kind != Json::Kind::string || prompt.string.empty())
      throw Refused(several != nullptr ? "each of prompts must be a string that is not empty"
                                       : "prompt must be a string that is not empty");
    prompts.push_back(prompt.string);
  }
  return prompts;
}

Asked read_asked(const std::string& text) {
  const Json body = parse_json(text);
  if (body.kind != Json::Kind::object) throw Refused("the body must be a JSON object");
  Asked asked;
  asked.prompts = prompts_of(body);
  asked.request.tokens = int_of(body, "max_tokens", 16, 1);
  asked.request.answers = int_of(body, "n", 1, 1);
  const double greatest = std::numeric_limits<double>::max();
  asked.request.sampling.temperature = static_cast<float>(number_of(body, "temperature", 0, 0, greatest, false));
  asked.request.sampling.top_k = int_of(body, "top_k", 0, 0);
  asked.request.sampling.seed = static_cast<std::uint64_t>(number_of(body, "seed", 0, 0, 0x1p53, true));
  asked.stream = bool_of(body, "stream");
  asked.many = body.member("prompts") != nullptr || asked.request.answers > 1;
  if (asked.stream && asked.many) throw Refused("stream is for one prompt with n = 1");
  return asked;
}

/// Converts bytes that arrive in pieces to text.
class TextOfBytes {
 public:
  /// Adds bytes, and returns the characters that are now complete.
  std::string add(const std::string& bytes) {
    bytes_ += bytes;
    std::string text;
    std::size_t at = 0;
    while (at < bytes_.size() && !may_begin(std::string_view(bytes_).substr(at))) at += take(at, text);
    bytes_.erase(0, at);
    return text;
  }
  /// Returns the rest at the end of the stream.
  std::string rest() {
    std::string text;
    for (std::size_t at = 0; at < bytes_.size();) at += take(at, text);
    bytes_.clear();
    return text;
  }

 private:
  /// Whether these bytes are an incomplete character that more bytes could complete.
  static bool may_begin(std::string_view tail) {
    if (tail.size() > 3 || character_length(tail) > 0) return false;
    const auto lead = static_cast<unsigned char>(tail[0]);
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    // The valid range of the second byte depends on the lead byte, so try a second byte from each range.
    for (const char second : {'\x80', '\x90', '\xa0'}) {
      std::string character(tail);
      if (character.size() == 1) character += second;
      character.resize(std::max(length, character.size()), '\x80');
      if (character.size() == length && character_length(character) == length) return true;
    }
    return false;
  }

  std::size_t take(std::size_t at, std::string& text) const {
    const std::size_t length = character_length(std::string_view(bytes_).substr(at));
    text += length > 0 ? bytes_.substr(at, length) : "\xef\xbf\xbd";
    return length > 0 ? length : 1;
  }

  std::string bytes_;
};

/// One answer of a client's request.
struct Answer {
  std::string prompt;
  std::string bytes = {};  ///< received since they were last used
  std::int64_t tokens = 0;
  bool done = false;
  double seconds = 0;
};

std::string event(const std::string& data) { return "data: " + data + "\n\n"; }

/// The data that all requests share.
struct Shared {
  TokenEngine& engine;
  const Clock& clock;
  ServerInfo info;
  std::function<double()> allocated;
  std::int64_t tokens = 0;

  double allocated_gb() const { return allocated() / 1e9; }
  HttpReply information() const;
  HttpReply metrics() const;
  HttpReply generate(const std::string& body);
};

/// A client's request, while the engine computes it.
class Generation {
 public:
  /// errors  Refused: the engine refuses a prompt
  Generation(Shared& server, const Asked& asked)
      : server_(server), begin_(server.clock.now()), many_(asked.many), answers_of_each_(asked.request.answers) {
    Request request = asked.request;
    for (const std::string& prompt : asked.prompts) {
      request.prompt.clear();
      for (const char letter : prompt) request.prompt.push_back(static_cast<unsigned char>(letter));
      try {
        numbers_.push_back(server.engine.submit(request));
      } catch (const std::invalid_argument& error) {
        cancel();
        throw Refused(error.what());
      }
      for (int i = 0; i < request.answers; ++i) answers_.push_back({prompt});
    }
  }

  void cancel() {
    for (const std::int64_t number : numbers_) server_.engine.cancel(number);
  }

  /// Writes the reply when all answers are done. returns  whether it is complete
  bool answer(HttpReply& reply) {
    if (!take()) return false;
    for (const Answer& one : answers_) reply.body += (reply.body.empty() ? "" : ",") + json_of(one);
    if (many_) reply.body = "{\"results\":[" + reply.body + "]}";
    return true;
  }

  /// Writes the next events. returns  whether the stream has ended
  bool events(HttpReply& reply) {
    const bool done = take();
    Answer& one = answers_[0];
    std::string text = text_.add(std::exchange(one.bytes, ""));
    if (done) text += text_.rest();
    if (!text.empty()) reply.body += event("{\"text\":" + json_text(text) + "}");
    if (done) reply.body += event("{\"done\":true,\"tokens\":" + std::to_string(one.tokens) + "}") + event("[DONE]");
    return done;
  }

 private:
  /// Fetches new tokens. returns  whether all answers are done
  bool take() {
    bool all = true;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      const std::vector<Output> outputs = server_.engine.take(numbers_[i]);
      for (std::size_t k = 0; k < outputs.size(); ++k)
        add(answers_[i * static_cast<std::size_t>(answers_of_each_) + k], outputs[k]);
    }
    for (const Answer& one : answers_) all = all && one.done;
    return all;
  }

  void add(Answer& one, const Output& output) {
    for (const std::int32_t token : output.tokens) one.bytes += static_cast<char>(token);
    one.tokens += static_cast<std::int64_t>(output.tokens.size());
    server_.tokens += static_cast<std::int64_t>(output.tokens.size());
    if (output.done && !std::exchange(one.done, true)) one.seconds = server_.clock.now() - begin_;
  }

  std::string json_of(const Answer& one) const {
    TextOfBytes text;
    const std::string characters = text.add(one.bytes);
    const double rate = one.seconds > 0 ? static_cast<double>(one.tokens) / one.seconds : 0;
    return "{\"prompt\":" + json_text(one.prompt) + ",\"generated_text\":" + json_text(characters + text.rest()) +
           ",\"device\":" + json_text(server_.info.device) + ",\"inference_time_seconds\":" + json_text(one.seconds) +
           ",\"tokens_per_second\":" + json_text(rate) +
           ",\"gpu_memory_used_gb\":" + json_text(server_.allocated_gb()) + "}";
  }

  Shared& server_;
  double begin_;
  bool many_;
  int answers_of_each_;
  std::vector<std::int64_t> numbers_;  ///< the engine's numbers of the prompts
  std::vector<Answer> answers_;        ///< those of the first prompt first
  TextOfBytes text_;                   ///< used by a stream
};

HttpReply Shared::information() const {
  HttpReply reply;
  reply.body = "{\"device\":" + json_text(info.device) +
               ",\"cuda_available\":" + (info.cuda_available ? "true" : "false") +
               ",\"model\":" + json_text(info.model) + ",\"gpu_name\":" + json_text(info.gpu_name) +
               ",\"gpu_memory_total_gb\":" + json_text(info.gpu_memory_total_gb) +
               ",\"gpu_memory_allocated_gb\":" + json_text(allocated_gb()) + "}";
  return reply;
}

HttpReply Shared::metrics() const {
  HttpReply reply;
  reply.type = "text/plain; version=0.0.4; charset=utf-8";
  const auto family = [&](const std::string& name, const char* type, const char* help, std::int64_t value) {
    reply.body += "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n" + name + " " +
                  std::to_string(value) + "\n";
  };
  const EngineStats stats = engine.stats();
  family("requests_waiting", "gauge", "Requests that wait to be computed.", stats.waiting);
  family("answers_running", "gauge", "Answers that are computed.", stats.running);
  family("kv_blocks_free", "gauge", "Blocks of keys and values that are free.", stats.free_blocks);
  family("tokens_generated_total", "counter", "Tokens of all answers.", tokens);
  return reply;
}

HttpReply Shared::generate(const std::string& body) {
  HttpReply reply;
  try {
    const Asked asked = read_asked(body);
    const auto generation = std::make_shared<Generation>(*this, asked);
    reply.streams = asked.stream;
    if (asked.stream) reply.type = "text/event-stream";
    reply.client_left = [generation] { generation->cancel(); };
    if (asked.stream)
      reply.more = [generation](HttpReply& grown) { return generation->events(grown); };
    else
      reply.more = [generation](HttpReply& grown) { return generation->answer(grown); };
  } catch (const Refused& refused) {
    return error_reply(400, refused.what());
  } catch (const JsonError& error) {
    return error_reply(400, error.what());
  }
  return reply;
}

}  // namespace

struct Server::State : Shared {};

Server::Server(TokenEngine& engine, const Clock& clock, ServerInfo info, std::function<double()> allocated)
    : state_(new State{{engine, clock, std::move(info), std::move(allocated)}}) {}
Server::~Server() = default;

HttpReply Server::handle(const HttpRequest& request) {
  const bool asks = request.path == "/info" || request.path == "/metrics", generates = request.path == "/generate";
  if (!asks && !generates) return error_reply(404, "there is no such path; try /info, /metrics or /generate");
  const std::string allowed = asks ? "GET" : "POST";
  if (request.method != allowed) {
    HttpReply reply = error_reply(405, request.path + " takes " + allowed + " alone");
    reply.headers["Allow"] = allowed;
    return reply;
  }
  if (generates) return state_->generate(request.body);
  return request.path == "/info" ? state_->information() : state_->metrics();
}
// END SOLUTION server
