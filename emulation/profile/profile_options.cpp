#include "emulation/profile/profile_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "emulation/driver/near_option.h"

namespace gridmark::profile {
namespace {

using Problem = tl::unexpected<std::string>;

bool is_compiled(const std::string& word) {
  for (const char* ending : {".cu", ".cpp", ".cc", ".cxx", ".c", ".o", ".a"})
    if (word.ends_with(ending)) return true;
  return false;
}

bool read_count(const std::string& text, std::size_t& count) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  return error == std::errc() && end == text.data() + text.size();
}

class Reader {
 public:
  explicit Reader(const std::vector<std::string>& words) : words_(words) {}

  tl::expected<ProfileOptions, std::string> run() {
    for (; at_ < words_.size() && words_[at_] != "--"; ++at_) {
      const std::string& word = words_[at_];
      if (word == "-h" || word == "--help") {
        options_.action = ProfileOptions::Action::help;
        return options_;
      }
      if (const auto read = option(word); !read) return Problem(read.error());
    }
    if (at_ < words_.size())
      options_.arguments.assign(words_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, words_.end());
    return checked();
  }

 private:
  tl::expected<void, std::string> option(const std::string& word) {
    std::string count;
    if (word.starts_with("--json")) return value("--json", options_.json_file);
    if (word.starts_with("--timeline")) return value("--timeline", options_.timeline_file);
    if (!word.starts_with("--top")) {
      static constexpr std::string_view own[] = {"--json", "--timeline", "--top"};
      if (const std::string near = driver::near_option(word, own); !near.empty())
        return Problem(fmt::format("unknown option '{}'{}", word, near));
      options_.compile.push_back(word);
      return {};
    }
    if (const auto read = value("--top", count); !read) return read;
    if (!read_count(count, options_.top))
      return Problem(fmt::format("--top needs a number, not '{}'", count));
    return {};
  }

  tl::expected<void, std::string> value(const std::string& option, std::string& target) {
    const std::string& word = words_[at_];
    if (word.size() > option.size() && word[option.size()] == '=') {
      target = word.substr(option.size() + 1);
      if (target.empty()) return Problem(option + " needs a value");
      return {};
    }
    if (word != option) return Problem(fmt::format("unknown option '{}'", word));
    if (at_ + 1 >= words_.size()) return Problem(option + " needs a value");
    target = words_[++at_];
    return {};
  }

  tl::expected<ProfileOptions, std::string> checked() {
    if (options_.compile.empty())
      return Problem("no program is given. gridmark-profile --help shows examples");
    if (std::any_of(options_.compile.begin(), options_.compile.end(), is_compiled)) return options_;
    if (options_.compile.size() > 1)
      return Problem(fmt::format("'{}' takes its arguments after --", options_.compile[0]));
    options_.program = options_.compile[0];
    return options_;
  }

  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  ProfileOptions options_;
};

}  // namespace

tl::expected<ProfileOptions, std::string> read_profile_options(const std::vector<std::string>& words) {
  return Reader(words).run();
}

std::string profile_help() {
  return R"(gridmark-profile runs a CUDA program on the emulated device and prints its costs.

  gridmark-profile [--json FILE] [--timeline FILE] [--top N] FILES [options of gridmark-cc] [-- arguments]
  gridmark-profile [--json FILE] [--timeline FILE] [--top N] PROGRAM [-- arguments of the program]

FILES are compiled with gridmark-cc --flavour counted. You must have built PROGRAM in the same way. With nvcc on the
PATH and FILES, registers and the occupancy that they allow are those of nvcc for compute capability 8.0.

  --json FILE   write all counts, in the format of docs/formats/profile.schema.json
  --timeline FILE
                write the modelled begin and end of each kernel, copy and wait as a Chrome trace. Open it in
                chrome://tracing or ui.perfetto.dev
  --top N       print the N lines that move most (default 10)
  --help

Examples
  gridmark-profile matmul.cu
  gridmark-profile --top 3 main.cu kernels.cu -Iinclude -lcublas -- 512 --verbose
  gridmark-profile --json profile.json ./matmul -- 512
  gridmark-profile --timeline trace.json prefetch.cu

Exit status: the program's own (128 + n when signal n ended it). 1 the source has errors, 2 a program could
not be run or no profile was written, 64 wrong usage.
)";
}

}  // namespace gridmark::profile
