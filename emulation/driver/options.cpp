#include "emulation/driver/options.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace gridmark::driver {
namespace {

using Problem = tl::unexpected<std::string>;

/// Options that the host's compiler understands and that are handed to it.
struct PassedOn {
  std::string_view prefix;
  bool takes_value;  ///< as its next word, unless joined
  std::vector<std::string> Options::*where;
};
const std::array<PassedOn, 14> passed_on = {{
    {"-isystem", true, &Options::preprocessor},
    {"-include", true, &Options::preprocessor},
    {"-I", true, &Options::preprocessor},
    {"-D", true, &Options::preprocessor},
    {"-U", true, &Options::preprocessor},
    {"-L", true, &Options::linker},
    {"-Wl,", false, &Options::linker},
    {"-static-lib", false, &Options::linker},
    {"-W", false, &Options::compiler},
    {"-w", false, &Options::compiler},
    {"-f", false, &Options::compiler},
    {"-g", false, &Options::compiler},
    {"-m", false, &Options::compiler},
    {"-pedantic", false, &Options::compiler},
}};

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> endings) {
  for (std::string_view ending : endings) {
    if (name.ends_with(ending)) return true;
  }
  return false;
}

class Reader {
 public:
  explicit Reader(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  tl::expected<Options, std::string> run() {
    for (; at_ < arguments_.size(); ++at_) {
      if (auto read = word(arguments_[at_]); !read) return Problem(read.error());
      if (options_.action == Options::Action::help || options_.action == Options::Action::version)
        return options_;
    }
    if (auto sound = check(); !sound) return Problem(sound.error());
    return options_;
  }

 private:
  using Done = tl::expected<void, std::string>;

  Done word(const std::string& word) {
    if (word.empty()) return Problem("an argument is empty");
    if (word[0] != '-') return file(word);
    if (word == "-h" || word == "--help") return act(Options::Action::help);
    if (word == "--version") return act(Options::Action::version);
    if (word == "-c") return act(Options::Action::compile);
    if (word == "-E") return act(Options::Action::rewrite);
    if (word == "-MD" || word == "-MMD") return set(options_.dependencies, true);
    if (word == "-pthread") return {};
    if (word.starts_with("-std=")) return set(options_.standard, word.substr(5));
    if (word.starts_with("-l")) return library();
    if (word.starts_with("-MF")) return value("-MF", options_.dependency_file);
    if (word.starts_with("-O")) return set(options_.optimisation, word);
    if (word.starts_with("-o")) return value("-o", options_.output);
    if (word.starts_with("--flavour")) return flavour();
    if (word.starts_with("--cuda-path")) return value("--cuda-path", options_.cuda_path);
    if (word.starts_with("--host-compiler")) return value("--host-compiler", options_.host_compiler);
    if (word.starts_with("-fsanitize"))
      return Problem("-fsanitize cannot be given: --flavour chooses what is checked");
    return pass_on(word);
  }

  Done act(Options::Action action) { return set(options_.action, action); }

  template <class T, class Value>
  Done set(T& option, Value value) {
    option = std::move(value);
    return {};
  }

  /// The value of `option`: "-oX", "-o X", "--option=X" or "--option X".
  Done value(std::string_view option, std::string& target) {
    std::string_view joined = std::string_view(arguments_[at_]).substr(option.size());
    if (option.starts_with("--") && joined.starts_with('=')) joined.remove_prefix(1);
    if (!joined.empty()) return set(target, std::string(joined));
    if (at_ + 1 >= arguments_.size()) return Problem(fmt::format("{} needs a value", option));
    return set(target, arguments_[++at_]);
  }

  Done flavour() {
    std::string name;
    if (auto read = value("--flavour", name); !read) return read;
    if (name == "fast") return set(options_.flavour, Flavour::fast);
    if (name == "counted") return set(options_.flavour, Flavour::counted);
    return Problem(fmt::format("--flavour is fast or counted, not '{}'", name));
  }

  Done library() {
    std::string name;
    if (auto read = value("-l", name); !read) return read;
    return add(Input::Kind::linked, name.insert(0, "-l"));
  }

  Done pass_on(const std::string& word) {
    for (const PassedOn& rule : passed_on) {
      if (!word.starts_with(rule.prefix)) continue;
      (options_.*rule.where).push_back(word);
      if (!rule.takes_value || word.size() > rule.prefix.size()) return {};
      if (at_ + 1 >= arguments_.size()) return Problem(fmt::format("{} needs a value", rule.prefix));
      (options_.*rule.where).push_back(arguments_[++at_]);
      return {};
    }
    return Problem(fmt::format("unknown option '{}'; gridmark-cc --help lists what there is", word));
  }

  Done file(const std::string& name) {
    if (ends_with_any(name, {".cu"})) return add(Input::Kind::cuda, name);
    if (ends_with_any(name, {".cpp", ".cc", ".cxx"})) return add(Input::Kind::cplusplus, name);
    if (ends_with_any(name, {".o", ".a", ".so"})) return add(Input::Kind::linked, name);
    return Problem(fmt::format("'{}' is none of .cu .cpp .cc .cxx .o .a .so", name));
  }

  Done add(Input::Kind kind, const std::string& name) {
    options_.inputs.push_back({kind, name});
    return {};
  }

  Done check() const {
    std::size_t sources = 0;
    for (const Input& input : options_.inputs) sources += input.kind != Input::Kind::linked;
    if (options_.inputs.empty()) return Problem("no input files; gridmark-cc --help shows examples");
    const bool links = options_.action == Options::Action::link;
    if (!links && sources == 0) return Problem("there is nothing to compile: no .cu or .cpp file is given");
    if (!links && sources > 1 && !options_.output.empty())
      return Problem("-o with -c or -E takes one source file");
    if (sources > 1 && !options_.dependency_file.empty()) return Problem("-MF takes one source file");
    return {};
  }

  const std::vector<std::string>& arguments_;
  std::size_t at_ = 0;
  Options options_;
};

}  // namespace

tl::expected<Options, std::string> read_options(const std::vector<std::string>& arguments) {
  return Reader(arguments).run();
}

std::string version_text() {
  return fmt::format("gridmark-cc {} (CUDA C++ for gridmark's emulated device, x86-64)\n", GRIDMARK_VERSION);
}

std::string help_text() {
  return R"(gridmark-cc compiles CUDA C++ for gridmark's emulated device.

  gridmark-cc [options] FILES        .cu .cpp are compiled, .o .a .so are linked

  --flavour fast|counted   fast runs (default); counted also counts memory traffic and finds races
  -c                       compile only
  -E                       print what the compiler gets, launches rewritten
  -o FILE                  the program (default a.out), or with -c the object
  -I -D -U -include -isystem -L -l -W -f -g -m
                           as the host's compiler knows them
  -O0 .. -O3               optimisation of the fast flavour (default -O2)
  -std=c++20               also c++17, c++23, gnu++20, ...
  -MD -MF FILE             write a dependency file for make or ninja
  --host-compiler CXX      instead of $CXX or g++
  --cuda-path DIR          the CUDA toolkit whose Thrust and libcu++ headers are used; else $CUDA_HOME,
                           $CUDA_PATH, nvcc's, /usr/local/cuda, Debian's libthrust-dev
  --help, --version

Examples
  gridmark-cc vector_add.cu -o vector_add && ./vector_add
  gridmark-cc --flavour counted -c -Iinclude benchmark.cu -o benchmark.o
  gridmark-cc main.cpp kernels.cu -lm -o lab

Exit status: 0 compiled, 1 the source has errors, 2 the compiler could not be run, 64 wrong usage.
)";
}

}  // namespace gridmark::driver
