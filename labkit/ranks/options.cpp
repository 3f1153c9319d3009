#include "labkit/ranks/options.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "base/nearest.h"

namespace gridmark::ranks {
namespace {

using Words = std::vector<std::string>;
using Units = std::map<std::string, double>;

const Units units_of_time{{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
const Units units_of_rate{{"B/s", 1}, {"KB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}, {"TB/s", 1e12}};

constexpr int most_ranks = 256;

template <class Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Reads "5us". The unit is required.
std::optional<double> measure(const std::string& text, const Units& units) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto unit = units.find(std::string(end, text.data() + text.size()));
  if (error != std::errc() || unit == units.end() || !std::isfinite(number) || number < 0)
    return std::nullopt;
  return number * unit->second;
}

class Reader {
 public:
  explicit Reader(const Words& words) : words_(words) {}

  std::variant<Options, WrongUsage> run() {
    while (problem_.empty() && !options_.help && at_ < words_.size() && words_[at_] != "--") option();
    if (options_.help) return options_;
    if (problem_.empty()) check();
    if (!problem_.empty()) return WrongUsage{problem_};
    return options_;
  }

 private:
  using Valued = void (Reader::*)(const std::string&);

  void option() {
    static const std::map<std::string, Valued> valued{
        {"-n", &Reader::world},      {"--alpha", &Reader::alpha},     {"--beta", &Reader::beta},
        {"--eager", &Reader::eager}, {"--order", &Reader::order},     {"--choices", &Reader::choices},
        {"--kill", &Reader::kill},   {"--hold", &Reader::hold},       {"--slow", &Reader::slow},
        {"--limit", &Reader::limit}, {"--explore", &Reader::explore}, {"--diagram", &Reader::diagram},
        {"--nodes", &Reader::nodes}, {"--json", &Reader::json}};
    static const std::map<std::string, bool Options::*> flags{{"--label", &Options::label},
                                                              {"--traffic", &Options::traffic},
                                                              {"--help", &Options::help},
                                                              {"-h", &Options::help}};
    const std::string word = words_[at_++];
    const std::size_t equals = word.find('=');
    name_ = word.substr(0, equals);
    if (const auto flag = flags.find(word); flag != flags.end()) {
      options_.*flag->second = true;
    } else if (const auto found = valued.find(name_); found != valued.end()) {
      if (equals == word.npos && (at_ == words_.size() || words_[at_] == "--"))
        problem_ = name_ + " needs a value";
      else
        (this->*found->second)(equals == word.npos ? words_[at_++] : word.substr(equals + 1));
    } else if (word.starts_with("-")) {
      Words known;
      for (const auto& [name, read] : valued) known.push_back(name);
      for (const auto& [name, member] : flags) known.push_back(name);
      problem_ = fmt::format("unknown option \"{}\"{}", name_, suggestion(name_, known));
    } else {
      problem_ = fmt::format("\"{}\" is not an option: write -- before the program", word);
    }
  }

  void expected(const std::string& text, const std::string& what) {
    problem_ = fmt::format("{} is \"{}\", expected {}", name_, text, what);
  }

  void world(const std::string& text) {
    options_.network.world = whole_number<int>(text).value_or(0);
    if (options_.network.world < 1 || options_.network.world > most_ranks)
      expected(text, fmt::format("a number of ranks from 1 to {}", most_ranks));
  }
  void alpha(const std::string& text) {
    const auto seconds = measure(text, units_of_time);
    if (!seconds) return expected(text, "a time such as 5us (s, ms, us, ns)");
    options_.network.alpha = *seconds;
  }
  void beta(const std::string& text) {
    const auto rate = measure(text, units_of_rate);
    if (!rate || *rate <= 0) return expected(text, "a rate such as 20GB/s (B/s, KB/s, MB/s, GB/s, TB/s)");
    options_.network.bytes_per_second = *rate;
  }
  void nodes(const std::string& text) {
    options_.network.nodes = whole_number<int>(text).value_or(0);
    if (options_.network.nodes < 1) expected(text, "a number of nodes from 1");
  }
  void eager(const std::string& text) {
    const auto bytes = text == "inf" ? std::optional(SIZE_MAX) : whole_number<std::size_t>(text);
    if (!bytes) return expected(text, "a number of bytes, or inf");
    options_.network.eager_limit = *bytes;
  }
  void order(const std::string& text) {
    const auto seed = whole_number<std::uint64_t>(text);
    if (!seed) return expected(text, "a seed from 0, where 0 is the order of arrival");
    options_.network.seed = *seed;
  }
  void choices(const std::string& text) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      const auto choice = whole_number<std::size_t>(std::string_view(text).substr(begin, end - begin));
      if (!choice) return expected(text, "numbers from 0 with commas, such as 0,2,1");
      options_.network.choices.push_back(*choice);
      begin = end + 1;
    }
  }
  std::optional<router::After> place(const std::string& text) {
    const std::size_t at = std::min(text.find('@'), text.size());
    const auto rank = whole_number<int>(text.substr(0, at));
    const auto messages = whole_number<std::uint64_t>(text.substr(std::min(at + 1, text.size())));
    if (rank && *rank >= 0 && messages && *messages > 0) return router::After{*rank, *messages};
    expected(text, "a rank and a number of messages from 1, such as 2@10");
    return std::nullopt;
  }
  void kill(const std::string& text) { options_.network.kill = place(text); }
  void hold(const std::string& text) { options_.network.hold = place(text); }
  void slow(const std::string& text) {
    const std::size_t at = std::min(text.find('='), text.size());
    const auto rank = whole_number<std::size_t>(text.substr(0, at));
    const auto seconds = measure(text.substr(std::min(at + 1, text.size())), units_of_time);
    if (!rank || *rank >= most_ranks || !seconds) return expected(text, "a rank and a time, such as 1=50us");
    auto& slower_by = options_.network.slower_by;
    if (slower_by.size() <= *rank) slower_by.resize(*rank + 1);
    slower_by[*rank] = *seconds;
  }
  void limit(const std::string& text) {
    const auto seconds = measure(text, units_of_time);
    if (!seconds || *seconds <= 0) return expected(text, "a time such as 10s");
    options_.limit = *seconds;
  }
  void explore(const std::string& text) {
    options_.explore = whole_number<int>(text).value_or(0);
    if (options_.explore < 1 || options_.explore > 1'000'000)
      expected(text, "a number of runs from 1 to 1000000");
  }
  void diagram(const std::string& text) { options_.diagram = text; }
  void json(const std::string& text) { options_.json = text; }

  void check() {
    if (at_ < words_.size())
      options_.program.assign(words_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, words_.end());
    const router::Settings& network = options_.network;
    const int last = network.world - 1;
    if (options_.program.empty())
      problem_ = "a program is missing: write gridmark ranks -n 4 -- ./program";
    else if (network.nodes > network.world)
      problem_ = fmt::format("--nodes is {}, and there are {} ranks: each node has at least one",
                             network.nodes, network.world);
    else if (network.kill && network.kill->rank > last)
      problem_ =
          fmt::format("--kill names rank {}, and the last rank is {}: raise -n", network.kill->rank, last);
    else if (network.hold && network.hold->rank > last)
      problem_ =
          fmt::format("--hold names rank {}, and the last rank is {}: raise -n", network.hold->rank, last);
    else if (network.slower_by.size() > static_cast<std::size_t>(network.world))
      problem_ = fmt::format("--slow names rank {}, and the last rank is {}: raise -n",
                             network.slower_by.size() - 1, last);
    else if (options_.explore > 0 && (network.seed != 0 || !network.choices.empty()))
      problem_ = "--explore tries seeds by itself: leave out --order and --choices";
  }

  const Words& words_;
  std::size_t at_ = 0;
  std::string name_;
  std::string problem_;
  Options options_;
};

}  // namespace

std::variant<Options, WrongUsage> read_options(const Words& words) { return Reader(words).run(); }

std::string help() {
  return R"(gridmark ranks runs a program as several ranks and provides the network between them.

  gridmark ranks -n RANKS [options] -- PROGRAM ARGS

PROGRAM uses labkit/comm/comm.h and makes its Comm with Comm::from_environment(). Each rank finds RANK, WORLD_SIZE,
LOCAL_RANK and LOCAL_WORLD_SIZE in its environment, as with torchrun. When one rank fails, the others are ended.

  -n RANKS          how many ranks (default 1)
  --alpha TIME      time of each message, however small (default 5us)
  --beta RATE       bytes per second of each link (default 20GB/s)
  --nodes N         the ranks of each of N nodes share one link to other nodes (default: a link for each pair)
  --eager BYTES     larger messages wait for their receive (default inf)
  --order SEED      order in which receives from any rank take messages (default 0: by arrival)
  --choices LIST    the first of these orders one by one, as --explore prints them
  --kill R@K        end rank R after its Kth message
  --hold R@K        keep the messages of rank R after its Kth one until the others wait
  --slow R=TIME     each message of rank R is late by TIME
  --label           begin each line of output with its rank
  --traffic         print a table of messages and bytes
  --diagram FILE    write a space-time diagram as HTML, or with - print one as text
  --json FILE       write traffic, choices, clocks and errors as JSON
  --explore RUNS    try the orders of the seeds 1 to RUNS, and shrink the first that fails
  --limit TIME      longest time of a run of --explore (default 10s)
  --help

Examples
  gridmark ranks -n 4 -- ./train
  gridmark ranks -n 4 --traffic --diagram - -- ./ring
  gridmark ranks -n 2 --eager 0 -- ./ring
  gridmark ranks -n 4 --explore 1000 -- ./server

Exit codes: 0 all ranks ended well, 1 a rank failed or the ranks were deadlocked, 2 could not start, 64 wrong usage,
130 stopped. With --explore, 1 is a failing order.
)";
}

}  // namespace gridmark::ranks
