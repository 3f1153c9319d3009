#include "emulation/driver/options.h"

#include <fmt/format.h>

#include <string_view>

#include "emulation/driver/near_option.h"
#include "emulation/driver/option_table.h"

namespace gridmark::driver {
namespace {

using Problem = tl::unexpected<std::string>;
using Value = OptionRule::Value;

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> endings) {
  for (std::string_view ending : endings) {
    if (name.ends_with(ending)) return true;
  }
  return false;
}

/// libx.so.12 as well as libx.so.
bool is_shared_object(std::string_view name) {
  const std::size_t at = name.rfind(".so");
  return at != std::string_view::npos && name.find_first_not_of("0123456789.", at + 3) == name.npos;
}

bool fits(const OptionRule& rule, std::string_view word) {
  if (!word.starts_with(rule.name)) return false;
  const std::string_view behind = word.substr(rule.name.size());
  switch (rule.value) {
    case Value::none:
      return behind.empty();
    case Value::separate:
      return behind.empty() || behind[0] == '=';
    default:
      return true;
  }
}

/// Options whose values are words of a list, with commas between them.
struct Choice {
  std::string_view option, values;
};
constexpr Choice choices[] = {{"--flavour", "fast, counted"},
                              {"-x", "cu, c++, c"},
                              {"-default-stream", "legacy, null, per-thread"},
                              {"--default-stream", "legacy, null, per-thread"}};

bool is_word_of(std::string_view list, std::string_view word) {
  return !word.empty() && fmt::format(" {},", list).find(fmt::format(" {},", word)) != std::string::npos;
}

class Reader {
 public:
  explicit Reader(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  tl::expected<Options, std::string> run() {
    for (; at_ < arguments_.size(); ++at_) {
      if (arguments_[at_] == "--") {
        options_.has_arguments = true;
        options_.arguments.assign(arguments_.begin() + static_cast<std::ptrdiff_t>(at_) + 1,
                                  arguments_.end());
        break;
      }
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
    for (const OptionRule& rule : option_rules()) {
      if (fits(rule, word)) return apply(rule, word);
    }
    return unknown(word);
  }

  static Done unknown(const std::string& word) {
    std::vector<std::string_view> names;
    for (const OptionRule& rule : option_rules()) names.push_back(rule.name);
    const std::string near = near_option(word, names);
    return Problem(fmt::format("unknown option '{}'{}", word,
                               near.empty() ? ". gridmark-cc --help lists all options" : near));
  }

  Done apply(const OptionRule& rule, const std::string& word) {
    if (!rule.refusal.empty()) return Problem(fmt::format("{}: {}", word, rule.refusal));
    const bool takes_value = rule.value == Value::separate || rule.value == Value::joined;
    std::string value = takes_value ? word.substr(rule.name.size()) : "";
    if (rule.value == Value::separate && !value.empty()) value.erase(0, 1);
    if (takes_value && value.empty()) {
      if (at_ + 1 >= arguments_.size()) return Problem(fmt::format("{} needs a value", rule.name));
      value = arguments_[++at_];
    }
    for (const Choice& choice : choices)
      if (choice.option == rule.name && !is_word_of(choice.values, value))
        return Problem(fmt::format("{} is one of {}, not '{}'", rule.name, choice.values, value));
    rule.apply(options_, takes_value ? std::string(rule.name) : word, value);
    return {};
  }

  Done file(const std::string& name) {
    if (ends_with_any(name, {".cu"})) return add(Input::Kind::cuda, name);
    if (ends_with_any(name, {".cpp", ".cc", ".cxx", ".C", ".c++"})) return add(Input::Kind::cplusplus, name);
    if (ends_with_any(name, {".c"})) return add(Input::Kind::c, name);
    if (ends_with_any(name, {".o", ".obj", ".a"}) || is_shared_object(name))
      return add(Input::Kind::linked, name);
    return Problem(fmt::format(
        "'{}' is none of .cu .cpp .cc .cxx .c .o .a .so. Arguments of a program that --run starts follow --",
        name));
  }

  Done add(Input::Kind kind, const std::string& name) {
    options_.inputs.push_back({kind, name});
    return {};
  }

  Done check() {
    std::size_t sources = 0;
    for (Input& input : options_.inputs) {
      if (input.kind == Input::Kind::cplusplus && options_.sources_are_cuda) input.kind = Input::Kind::cuda;
      sources += input.kind != Input::Kind::linked;
    }
    const bool per_file =
        options_.action == Options::Action::compile || options_.action == Options::Action::rewrite;
    if (options_.action == Options::Action::clangd) return {};
    if (options_.inputs.empty()) return Problem("no input files. gridmark-cc --help shows examples");
    if (per_file && sources == 0) return Problem("there is nothing to compile: no .cu or .cpp file is given");
    if (per_file && sources > 1 && !options_.output.empty())
      return Problem("-o with -c or -E takes one source file");
    if (sources > 1 && !options_.dependency_file.empty()) return Problem("-MF takes one source file");
    if (options_.runs_program && options_.action != Options::Action::link)
      return Problem("--run needs a program, and none is linked here");
    if (options_.has_arguments && !options_.runs_program)
      return Problem("the arguments behind -- are for a program that --run starts, and --run is missing");
    for (const Input& input : options_.inputs)
      if (input.kind != Input::Kind::linked && input.name == options_.output)
        return Problem(
            fmt::format("'{}' is a source and the output. The source would be overwritten", input.name));
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
  return R"(gridmark-cc compiles CUDA C++ for gridmark's emulated device, with nvcc's options.

  gridmark-cc [options] FILES        .cu .cpp .c are compiled, .o .a .so are linked

Output
  -o FILE                  the program (default a.out), the library, or with -c the object
  -c, -dc                  objects only, in the folder of -odir DIR
  -shared, -lib            a shared library, a static library
  -E                       print the code that the compiler gets, with launches rewritten
  --keep-expanded          write NAME.ii next to each object: the text with its macros expanded
  --clangd                 print a .clangd file, with which an editor understands .cu files
  --run                    run the linked program. Its arguments follow --
  --dryrun, -v             print the commands. --dryrun runs none of them

How
  --flavour fast|counted   fast runs (default). counted also counts memory traffic and finds races
  -O0 .. -O3, -G           optimisation of the fast flavour (default -O2). -G is -O0 -g
  -std=c++17               c++17 (default, with GNU's extensions), c++20, ... Older ones count as c++17
  -I -D -U -L -l -W -f -g -m -include -isystem -MD -MF -x cu
                           as g++ and nvcc know them
  -Xcompiler A,B  -Xlinker A,B
                           options for g++ and for the linker
  -ccbin CXX               the host's compiler, instead of $CXX or g++ (also --host-compiler)
  --engine FILE            link FILE, which holds an engine, in place of the toolkit's engine and libraries
  --cuda-path DIR          the CUDA toolkit whose Thrust and libcu++ headers are used. Default: $CUDA_HOME,
                           $CUDA_PATH, nvcc's, /usr/local/cuda, Debian's libthrust-dev
  --default-stream per-thread
  --no-syntax-pass         no warnings of calls between host and device code that nvcc refuses
                           (they need clang 16 or newer)
  --help, --version

-arch, -gencode, -rdc, -maxrregcount, -Xptxas, -use_fast_math, --extended-lambda and similar options
describe real GPUs. gridmark-cc accepts them, and they change nothing.

Examples
  gridmark-cc vector_add.cu -o vector_add && ./vector_add
  gridmark-cc --run -O3 -arch=sm_80 matmul.cu -lcublas -- 512
  gridmark-cc --flavour counted -c -Iinclude benchmark.cu -o benchmark.o
  gridmark-cc --clangd -Iinclude > .clangd
  gridmark-cc main.cpp kernels.cu -Xcompiler -fopenmp -o lab

Exit status: 0 compiled, 1 the source has errors, 2 the compiler could not be run, 64 wrong usage.
With --run it is the exit status of the program.
)";
}

}  // namespace gridmark::driver
