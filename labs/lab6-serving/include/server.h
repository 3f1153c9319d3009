#pragma once
// An HTTP interface to an engine. You implement this in server.cpp. You need no sockets: gridmark has a server that
// reads requests from them, calls handle() for each, and sends the replies (labkit/services/http.h).
#include <functional>
#include <memory>
#include <string>

#include "engine.h"
#include "labkit/services/http.h"
#include "labkit/services/services.h"

/// The constant values of GET /info.
struct ServerInfo {
  std::string device, model, gpu_name;
  bool cuda_available = true;
  double gpu_memory_total_gb = 0;  ///< 10^9 bytes
};

/// Answers requests with an engine.
///
///   GET /info        200, JSON: {"device", "cuda_available", "model", "gpu_name", "gpu_memory_total_gb",
///                    "gpu_memory_allocated_gb"}. The last value is the current result of `allocated`, in 10^9 bytes.
///   GET /metrics     200, Prometheus text format 0.0.4 (type "text/plain; version=0.0.4"). The gauges are
///                    requests_waiting, answers_running and kv_blocks_free, with the values of the engine. The counter
///                    tokens_generated_total counts the tokens that the server has taken from the engine. Each needs
///                    HELP and TYPE.
///   POST /generate   a JSON object:
///                      prompt       string with at least 1 byte. Each byte of its UTF-8 is a token.
///                      prompts      instead of prompt: an array of at least 1 such string. Each is answered.
///                      max_tokens   whole number from 1 to 2^31 - 1 (default 16)
///                      temperature  number, at least 0 (default 0)
///                      top_k        whole number from 0 to 2^31 - 1 (default 0)
///                      seed         whole number from 0 to 2^53 (default 0)
///                      n            whole number from 1 to 2^31 - 1: answers to each prompt (default 1)
///                      stream       true: an event stream (default false). Only with `prompt` and n = 1.
///                    Other members are ignored.
///
/// 200      Without stream, the reply comes when all answers are done: {"prompt", "generated_text", "device",
///          "inference_time_seconds", "tokens_per_second", "gpu_memory_used_gb"}. With `prompts`, or with n greater
///          than 1, it is {"results": [...]} with one such object for each answer, the answers of the first prompt
///          first. The time of an answer is measured with the clock, from handle() to the call of `more` that finds
///          the end of the answer. Rates count tokens, not words, and are 0 if no time has passed. gpu_memory_used_gb
///          is `allocated` at the end, in 10^9 bytes.
/// stream   The type is text/event-stream. Each event is "data: " + JSON + "\n\n". There is {"text": "..."} for each
///          piece of text, and {"done": true, "tokens": N} at the end, followed by "data: [DONE]\n\n". A piece has all
///          characters that are complete, and the bytes of an incomplete character wait for the rest.
/// text     Text must be valid UTF-8. U+FFFD replaces each byte that belongs to no character.
/// errors   An error is JSON, {"error": "..."}, with one sentence that names the member. 400: the body is not a JSON
///          object, or a member is missing or wrong. 400 with the message of the engine: the engine refuses a prompt.
///          Then no other prompt of the request may stay in the engine. 404: another path. 405, with the header Allow:
///          another method of one of these paths. handle() must find all errors.
/// leaving  When a client leaves, cancel its requests in the engine.
class Server {
 public:
  /// engine, clock  must outlive the server
  /// allocated      returns the bytes of the device that are in use
  Server(TokenEngine& engine, const gridmark::services::Clock& clock, ServerInfo info,
         std::function<double()> allocated);
  ~Server();

  /// Begins an answer. It must not step the engine, because gridmark does that. After each step gridmark calls `more`
  /// of each growing reply.
  gridmark::services::HttpReply handle(const gridmark::services::HttpRequest& request);

 private:
  struct State;
  std::unique_ptr<State> state_;
};
