#pragma once
// An engine behind HTTP. You implement this in server.cpp. Sockets are not your matter: gridmark has a server that reads
// requests from them, calls handle() for each, and sends the replies (labkit/services/http.h).
#include <functional>
#include <memory>
#include <string>

#include "engine.h"
#include "labkit/services/http.h"
#include "labkit/services/services.h"

/// The facts of GET /info.
struct ServerInfo {
  std::string device, model, gpu_name;
  bool cuda_available = true;
  double gpu_memory_total_gb = 0;  ///< 10^9 bytes
};

/// Answers requests with an engine.
///
///   GET /info        200, JSON: {"device", "cuda_available", "model", "gpu_name", "gpu_memory_total_gb",
///                    "gpu_memory_allocated_gb"}; the last one as `allocated` returns it now, in 10^9 bytes
///   GET /metrics     200, Prometheus' text format 0.0.4 (text/plain; version=0.0.4): the gauges requests_waiting,
///                    answers_running, kv_blocks_free as the engine counts them, and the counter
///                    tokens_generated_total: tokens that the server has taken from the engine. HELP and TYPE for each.
///   POST /generate   a JSON object:
///                      prompt       string with 1 byte at least; a token is a byte of its UTF-8
///                      prompts      in its place: an array of such strings, 1 at least, each answered
///                      max_tokens   whole number from 1 to 2^31 - 1 (default 16)
///                      temperature  number, 0 at least (default 0)
///                      top_k        whole number from 0 to 2^31 - 1 (default 0)
///                      seed         whole number from 0 to 2^53 (default 0)
///                      n            whole number from 1 to 2^31 - 1: answers to each prompt (default 1)
///                      stream       true: an event stream (default false); for `prompt` and n = 1 alone
///                    other members are ignored
///
/// 200      without stream, once all answers are there: {"prompt", "generated_text", "device",
///          "inference_time_seconds", "tokens_per_second", "gpu_memory_used_gb"}. With `prompts`, or n greater than 1:
///          {"results": [...]} with one such object for each answer, the first prompt's answers first. Each answer's
///          time is the clock's, from handle() to the call of `more` that finds its end. Rates count tokens, not words, and are 0 where no time
///          has passed. gpu_memory_used_gb is `allocated` at the end, in 10^9 bytes.
/// stream   text/event-stream. Each event is "data: " + JSON + "\n\n": {"text": "..."} for each piece, and
///          {"done": true, "tokens": N} at the end, then "data: [DONE]\n\n". A piece has whole characters, and all that
///          are there: bytes of one that is not complete wait for the rest.
/// text     valid UTF-8: U+FFFD stands for each byte that belongs to no character
/// errors   {"error": "..."} as JSON, in one sentence that names the member: 400 for a body that is not a JSON object,
///          a missing or wrong member; 400 with the engine's message for a prompt that it refuses, and then no other
///          prompt of the request is left in the engine; 404 for another path; 405 for another method of these paths,
///          with the header Allow. Each is found in handle().
/// leaving  a client that leaves cancels its requests in the engine
class Server {
 public:
  /// The references outlive the server. allocated  bytes of the device that are in use now
  Server(TokenEngine& engine, const gridmark::services::Clock& clock, ServerInfo info,
         std::function<double()> allocated);
  ~Server();

  /// Begins an answer. The engine is never stepped here: gridmark does so, and then calls `more` of each reply that
  /// grows.
  gridmark::services::HttpReply handle(const gridmark::services::HttpRequest& request);

 private:
  struct State;
  std::unique_ptr<State> state_;
};
