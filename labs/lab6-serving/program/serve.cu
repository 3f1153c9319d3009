// Serves the trained model with your engine and your server: on this computer, for you to look at. No test runs it,
// and it earns nothing.
//
//   L=labs/lab6-serving
//   ./gridmark cc -std=c++20 -O2 -I $L/include $L/program/serve.cu starter/lab6-serving/*.c* -o serve \
//     -lgridmark_tensor_fast -lcublas -lgridmark_services
//   ./serve --port 8000
//   curl localhost:8000/info
//   curl localhost:8000/generate -d '{"prompt": "voreb ", "max_tokens": 40}'
//   curl -N localhost:8000/generate -d '{"prompt": "voreb ", "max_tokens": 40, "stream": true}'
//   bash $L/program/load.sh --port 8000
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "labkit/services/http_server.h"
#include "labkit/services/system_clock.h"
#include "labkit/tensor/memory.h"
#include "labkit/tensor/tensor.h"
#include "paged_kv.h"
#include "server.h"
#include "trained.h"

namespace services = gridmark::services;
using gridmark::tensor::Device;

namespace {

constexpr const char* usage = R"(Usage: serve [OPTION...]
Serves the trained model over HTTP on localhost, until you press Ctrl-C.

  --port N       of localhost, 0: any that is free (default: 8000)
  --blocks N     of the pool for keys and values (default: 64)
  --block N      tokens in a block (default: 16)
  --sequences N  answers that are computed at once (default: 8)
  --help         this text

Examples:
  serve                                    at http://localhost:8000
  serve --port 0 --blocks 8 --sequences 4  a small pool, which preempts often
  curl localhost:8000/generate -d '{"prompt": "voreb ", "max_tokens": 40}'

Exit codes: 0 the help was printed, 1 failed, 64 wrong usage, 130 stopped by Ctrl-C.
)";

struct Options {
  int port = 8000, blocks = 64, block = 16, sequences = 8;
  bool help = false;
};

struct WrongUsage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

int whole_number(const std::string& name, const char* text, int least, int most) {
  char* end = nullptr;
  const long value = text ? std::strtol(text, &end, 10) : 0;
  if (!text || end == text || *end != '\0' || value < least || value > most)
    throw WrongUsage(name + " is \"" + (text ? text : "") + "\", expected a number from " + std::to_string(least) +
                     " to " + std::to_string(most));
  return static_cast<int>(value);
}

Options read_options(int count, char** words) {
  struct Number {
    int* value;
    int least, most;
  };
  Options options;
  const std::map<std::string, Number> numbers{{"--port", {&options.port, 0, 65535}},
                                              {"--blocks", {&options.blocks, 1, 1 << 20}},
                                              {"--block", {&options.block, 1, 1024}},
                                              {"--sequences", {&options.sequences, 1, 4096}}};
  for (int i = 1; i < count; ++i) {
    const std::string name = words[i];
    const auto number = numbers.find(name);
    if (name == "--help") {
      options.help = true;
    } else if (number == numbers.end()) {
      throw WrongUsage("unknown option \"" + name + "\". serve --help lists all");
    } else {
      const Number& one = number->second;
      *one.value = whole_number(name, words[++i], one.least, one.most);
    }
  }
  return options;
}

volatile std::sig_atomic_t stop_wanted = 0;
extern "C" void want_stop(int) { stop_wanted = 1; }

/// Ctrl-C must also end a wait for clients.
void catch_signals() {
  struct sigaction action {};
  action.sa_handler = want_stop;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

ServerInfo info_of_device() {
  cudaDeviceProp device;
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) throw std::runtime_error("there is no device");
  return {.device = "cuda:0",
          .model = "gpt 2x64, trained on a grammar",
          .gpu_name = device.name,
          .cuda_available = true,
          .gpu_memory_total_gb = static_cast<double>(device.totalGlobalMem) / 1e9};
}

int serve(const Options& options) {
  const GptWeights weights = weights_from(trained_values(), GptShape()).to(Device::cuda());
  Engine engine(weights, {.blocks = options.blocks, .block = options.block, .most_sequences = options.sequences});
  const services::SystemClock clock;
  Server server(engine, clock, info_of_device(),
                [] { return static_cast<double>(gridmark::tensor::memory_stats().allocated); });

  int port = options.port;
  const int listening = services::listen_on(port);
  services::HttpServer http(listening, [&](const services::HttpRequest& request) { return server.handle(request); });
  std::printf("serving: http://localhost:%d/info\n", port);
  std::fflush(stdout);
  for (int growing = 0; !stop_wanted;) {
    growing = http.turn(growing > 0 ? 0 : 3600);
    if (growing > 0) engine.step();
  }
  std::printf("stopped\n");
  return 130;
}

}  // namespace

int main(int count, char** words) {
  catch_signals();
  try {
    const Options options = read_options(count, words);
    if (options.help) return std::fputs(usage, stdout) < 0;
    return serve(options);
  } catch (const WrongUsage& error) {
    std::fprintf(stderr, "serve: %s\n", error.what());
    return 64;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "serve: %s\n", error.what());
    return 1;
  }
}
