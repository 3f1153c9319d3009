#pragma once
// An engine behind HTTP: what your server.cpp makes work. Sockets are not your matter: gridmark has a server that reads
// requests from them, calls handle() for each, and sends the replies (labkit/services/http.h).
#include <functional>
#include <memory>
#include <string>

#include "engine.h"
#include "labkit/services/http.h"
#include "labkit/services/services.h"

/// What GET /info tells.
struct ServerInfo {
  std::string device, model, gpu_name;
  bool cuda_available = true;
  double gpu_memory_total_gb = 0;  ///< 10^9 bytes
};

/// Answers requests with an engine.
///
///   GET /info        200, JSON: {"device", "cuda_available", "model", "gpu_name", "gpu_memory_total_gb",
///                    "gpu_memory_allocated_gb"}; the last one as `allocated` tells it
///   GET /metrics     200, Prometheus' text format 0.0.4 (text/plain; version=0.0.4): the gauges requests_waiting,
///                    answers_running, kv_blocks_free and the counter tokens_generated_total
///   POST /generate   a JSON object:
///                      prompt       string with 1 byte at least; a token is a byte of its UTF-8
///                      prompts      in its place: an array of such strings, 1 at least, each answered once
///                      max_tokens   whole number, 1 at least (default 16)
///                      temperature  number, 0 at least (default 0)
///                      top_k        whole number, 0 at least (default 0)
///                      seed         whole number, 0 at least (default 0)
///                      n            answers to the prompt, 1 at least (default 1)
///                      stream       true: an event stream (default false); for one prompt and n = 1
///                    other members are ignored
///
/// 200      without stream: {"prompt", "generated_text", "device", "inference_time_seconds", "tokens_per_second",
///          "gpu_memory_used_gb"}. Several answers: {"results": [...]} with one such object for each, by prompt. Times
///          are the clock's, from handle() to the last token; tokens are counted, not words.
/// stream   text/event-stream. Each event is "data: " + JSON + "\n\n": {"text": "..."} for each piece, and
///          {"done": true, "tokens": N} at the end, then "data: [DONE]\n\n". A piece has whole characters: bytes of one
///          that is not complete wait for the rest.
/// text     valid UTF-8: what is none becomes U+FFFD, for each byte that belongs to no character
/// errors   {"error": "..."} as JSON, in one sentence that names the member: 400 for a body that is no JSON object, a
///          missing or wrong member, a prompt that the engine refuses; 404 for another path; 405 (with the header
///          Allow) for another method of these paths. Each is found before the first byte is sent.
/// leaving  a client that leaves cancels its requests
class Server {
 public:
  /// The references outlive the server. allocated  bytes of the device that are in use now
  Server(TokenEngine& engine, const gridmark::services::Clock& clock, ServerInfo info, std::function<double()> allocated);
  ~Server();

  /// Begins an answer; the engine is not stepped here. See HttpReply for how the rest of it is fetched after each step.
  gridmark::services::HttpReply handle(const gridmark::services::HttpRequest& request);

 private:
  struct State;
  std::unique_ptr<State> state_;
};
