#include "emulation/driver/option_table.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace gridmark::driver {
namespace {

using enum OptionRule::Value;
using Text = const std::string&;

template <Options::Action action>
void act(Options& options, Text, Text) {
  options.action = action;
}
template <auto member>
void keep(Options& options, Text, Text value) {
  options.*member = value;
}
template <auto member>
void set(Options& options, Text, Text) {
  options.*member = true;
}
template <auto member>
void pass_on(Options& options, Text word, Text) {
  (options.*member).push_back(word);
}
/// Passes one word, which g++ understands as well as two.
template <auto member>
void pass_on_joined(Options& options, Text name, Text value) {
  (options.*member).push_back(name + value);
}
/// nvcc's long names for options that are a letter in g++.
template <char letter, auto member>
void spell_short(Options& options, Text, Text value) {
  (options.*member).push_back({'-', letter});
  (options.*member).back() += value;
}
void ignore(Options&, Text, Text) {}

void flavour(Options& options, Text, Text value) {
  options.flavour = value == "counted" ? Flavour::counted : Flavour::fast;
}
void relocatable(Options& options, Text, Text value) { options.relocatable = value == "true"; }
void compile_for_linking(Options& options, Text, Text) {
  options.action = Options::Action::compile;
  options.relocatable = true;
}
/// A module for cuModuleLoad. All kinds contain the host's machine code.
void module(Options& options, Text word, Text) {
  options.action = Options::Action::module;
  options.module_suffix = "." + word.substr(word.find_first_not_of('-'));
}
void optimise(Options& options, Text word, Text) { options.optimisation = word; }
void optimise_long(Options& options, Text, Text value) { options.optimisation = "-O" + value; }
/// Device code that a debugger can step through.
void debug_device_code(Options& options, Text, Text) {
  options.optimisation = "-O0";
  options.compiler.push_back("-g");
}
/// The runtime and the driver API are in the toolkit's own library.
bool is_always_linked(std::string_view library) {
  return library == "cudart" || library == "cudart_static" || library == "cudadevrt" || library == "cuda";
}
void link_option(Options& options, Text, Text value) {
  if (is_always_linked(value)) return;
  options.inputs.push_back({Input::Kind::linked, "-l" + value});
}
/// "a,b" or "a b". Between quotes a comma belongs to its word, and the quotes are removed.
std::vector<std::string> host_words(Text value) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : value) {
    if (c == '"')
      quoted = !quoted;
    else if ((c == ',' || c == ' ') && !quoted)
      words.emplace_back();
    else
      words.back() += c;
  }
  std::erase(words, "");
  return words;
}
/// -Xcompiler. Options that the linking g++ needs as well are also passed to it.
void host_options(Options& options, Text, Text value) {
  for (const std::string& word : host_words(value)) {
    if (word.starts_with("-I") || word.starts_with("-D"))
      options.preprocessor.push_back(word);
    else
      options.compiler.push_back(word);
    if (word == "-fopenmp" || word == "-pthread" || word.starts_with("-static") || word.starts_with("-Wl,"))
      options.linker.push_back(word);
  }
}
void openmp(Options& options, Text word, Text) {
  options.compiler.push_back(word);
  options.linker.push_back(word);
}
void linker_options(Options& options, Text, Text value) { options.linker.push_back("-Wl," + value); }
void default_stream(Options& options, Text, Text value) {
  if (value == "per-thread") options.preprocessor.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
}
/// The runtime's headers need C++17. Code for an older standard compiles with it, except for the word
/// `register`.
void standard(Options& options, Text, Text value) {
  constexpr std::string_view older[] = {"98", "03", "11", "14", "0x", "1y"};
  const bool is_older = std::any_of(std::begin(older), std::end(older),
                                    [&](std::string_view year) { return value.ends_with(year); });
  options.standard = !is_older ? value : value.starts_with("gnu") ? "gnu++17" : "c++17";
  if (is_older) options.compiler.push_back(no_register_warning);
}
void language(Options& options, Text, Text value) { options.sources_are_cuda = value == "cu"; }
void no_syntax_pass(Options& options, Text, Text) { options.syntax_pass = false; }
void dry_run(Options& options, Text, Text) { options.dry_run = options.prints_commands = true; }
void warnings_as_errors(Options& options, Text, Text) { options.compiler.push_back("-Werror"); }

/// nvcc's kinds that g++ does not know have no effect.
void nvcc_warnings_as_errors(Options& options, Text word, Text kinds) {
  if (kinds.find("all-warnings") != kinds.npos) warnings_as_errors(options, word, kinds);
}
void no_warnings(Options& options, Text, Text) { options.compiler.push_back("-w"); }
void profile(Options& options, Text, Text) {
  options.compiler.push_back("-pg");
  options.linker.push_back("-pg");
}

constexpr std::string_view flavour_decides = "--flavour chooses the checks";

constexpr OptionRule rules[] = {
    // Kinds of output
    {"-h", none, act<Options::Action::help>},
    {"--help", none, act<Options::Action::help>},
    {"--version", none, act<Options::Action::version>},
    {"-c", none, act<Options::Action::compile>},
    {"--compile", none, act<Options::Action::compile>},
    {"-dc", none, compile_for_linking},
    {"--device-c", none, compile_for_linking},
    {"-dw", none, act<Options::Action::compile>},
    {"-E", none, act<Options::Action::rewrite>},
    {"--preprocess", none, act<Options::Action::rewrite>},
    {"-shared", none, act<Options::Action::shared_library>},
    {"--shared", none, act<Options::Action::shared_library>},
    {"-lib", none, act<Options::Action::archive>},
    {"--lib", none, act<Options::Action::archive>},
    {"-dlink", none, act<Options::Action::device_link>},
    {"--device-link", none, act<Options::Action::device_link>},
    {"-run", none, set<&Options::runs_program>},
    {"--run", none, set<&Options::runs_program>},
    {"-ptx", none, module},
    {"--ptx", none, module},
    {"-cubin", none, module},
    {"--cubin", none, module},
    {"-fatbin", none, module},
    {"--fatbin", none, module},
    {"-v", none, set<&Options::prints_commands>},
    {"--verbose", none, set<&Options::prints_commands>},
    {"-dryrun", none, dry_run},
    {"--dryrun", none, dry_run},
    {"--dry-run", none, dry_run},
    {"-odir", separate, keep<&Options::output_folder>},
    {"--output-directory", separate, keep<&Options::output_folder>},
    {"--output-file", separate, keep<&Options::output>},
    // gridmark's own
    {"--flavour", separate, flavour},
    {"--host-compiler", separate, keep<&Options::host_compiler>},
    {"--engine", separate, keep<&Options::engine>},
    {"--clangd", none, act<Options::Action::clangd>},
    {"--no-syntax-pass", none, no_syntax_pass},
    {"--keep-expanded", none, set<&Options::keeps_expanded>},
    {"--cuda-path", separate, keep<&Options::cuda_path>},
    {"-ccbin", separate, keep<&Options::host_compiler>},
    {"--compiler-bindir", separate, keep<&Options::host_compiler>},
    {"-fsanitize", rest, ignore, flavour_decides},
    // Passed to the host's tools
    {"-Xcompiler", separate, host_options},
    {"--compiler-options", separate, host_options},
    {"-Xlinker", separate, linker_options},
    {"--linker-options", separate, linker_options},
    {"-Werror=all-warnings", none, warnings_as_errors},
    {"-Werror=cross-execution-space-call", none, ignore},
    {"--Werror", separate, nvcc_warnings_as_errors},
    {"-Wreorder", none, ignore},
    {"--disable-warnings", none, no_warnings},
    {"-pg", none, profile},
    {"--profile", none, profile},
    {"-fopenmp", none, openmp},
    {"-x", separate, language},
    {"-std", separate, standard},
    {"--std", separate, standard},
    {"--optimize", separate, optimise_long},
    {"--library-path", separate, spell_short<'L', &Options::linker>},
    {"--library", separate, link_option},
    {"--include-path", separate, spell_short<'I', &Options::preprocessor>},
    {"--define-macro", separate, spell_short<'D', &Options::preprocessor>},
    {"--undefine-macro", separate, spell_short<'U', &Options::preprocessor>},
    {"--default-stream", separate, default_stream},
    {"-default-stream", separate, default_stream},
    {"-MD", none, set<&Options::dependencies>},
    {"-MMD", none, set<&Options::dependencies>},
    {"-MP", none, ignore},
    {"-MF", joined, keep<&Options::dependency_file>},
    {"-MT", separate, ignore},
    {"-G", none, debug_device_code},
    {"--device-debug", none, debug_device_code},
    {"--debug", none, pass_on<&Options::compiler>},
    // No effect here: how a GPU is programmed, or how accurate it may be
    {"-arch", separate, ignore},
    {"--gpu-architecture", separate, ignore},
    {"-code", separate, ignore},
    {"--gpu-code", separate, ignore},
    {"-gencode", separate, ignore},
    {"--generate-code", separate, ignore},
    {"-rdc", separate, relocatable},
    {"--relocatable-device-code", separate, relocatable},
    {"-maxrregcount", separate, ignore},
    {"--maxrregcount", separate, ignore},
    {"-Xptxas", separate, ignore},
    {"--ptxas-options", separate, ignore},
    {"-Xnvlink", separate, ignore},
    {"--nvlink-options", separate, ignore},
    {"-Xcudafe", separate, ignore},
    {"-diag-suppress", separate, ignore},
    {"--diag-suppress", separate, ignore},
    {"-Xfatbin", separate, ignore},
    {"--fatbin-options", separate, ignore},
    {"-Xarchive", separate, ignore},
    {"--archive-options", separate, ignore},
    {"-diag-error", separate, ignore},
    {"--diag-error", separate, ignore},
    {"-diag-warn", separate, ignore},
    {"--diag-warn", separate, ignore},
    {"-cudadevrt", separate, ignore},
    {"--cudadevrt", separate, ignore},
    {"-cudart", separate, ignore},
    {"--cudart", separate, ignore},
    {"--threads", separate, ignore},
    {"-t", separate, ignore},
    {"-split-compile", separate, ignore},
    {"--split-compile", separate, ignore},
    {"-dopt", separate, ignore},
    {"--dopt", separate, ignore},
    {"-opt-info", separate, ignore},
    {"--optimization-info", separate, ignore},
    {"-static-global-template-stub", separate, ignore},
    {"--static-global-template-stub", separate, ignore},
    {"-keep-dir", separate, ignore},
    {"--keep-dir", separate, ignore},
    {"-compress-mode", separate, ignore},
    {"--compress-mode", separate, ignore},
    {"-ftz", separate, ignore},
    {"--ftz", separate, ignore},
    {"-fmad", separate, ignore},
    {"--fmad", separate, ignore},
    {"-prec-div", separate, ignore},
    {"--prec-div", separate, ignore},
    {"-prec-sqrt", separate, ignore},
    {"--prec-sqrt", separate, ignore},
    {"--machine", separate, ignore},
    {"-use_fast_math", none, ignore},
    {"--use_fast_math", none, ignore},
    {"-lineinfo", none, ignore},
    {"--generate-line-info", none, ignore},
    {"-src-in-ptx", none, ignore},
    {"--source-in-ptx", none, ignore},
    {"-restrict", none, ignore},
    {"--restrict", none, ignore},
    {"-res-usage", none, ignore},
    {"--resource-usage", none, ignore},
    {"-extended-lambda", none, ignore},
    {"--extended-lambda", none, ignore},
    {"-expt-extended-lambda", none, ignore},
    {"--expt-extended-lambda", none, ignore},
    {"-expt-relaxed-constexpr", none, set<&Options::relaxed_constexpr>},
    {"--expt-relaxed-constexpr", none, set<&Options::relaxed_constexpr>},
    {"-allow-unsupported-compiler", none, ignore},
    {"--allow-unsupported-compiler", none, ignore},
    {"--forward-unknown-to-host-compiler", none, ignore},
    {"-forward-unknown-to-host-compiler", none, ignore},
    {"-Wno-deprecated-gpu-targets", none, ignore},
    {"-extra-device-vectorization", none, ignore},
    {"--extra-device-vectorization", none, ignore},
    {"-dlto", none, ignore},
    {"--dlink-time-opt", none, ignore},
    {"-lto", none, ignore},
    {"-ewp", none, ignore},
    {"-no-compress", none, ignore},
    {"--no-compress", none, ignore},
    {"-err-no", none, ignore},
    {"--display-error-number", none, ignore},
    {"-no-err-no", none, ignore},
    {"-nodlink", none, ignore},
    {"-noprof", none, ignore},
    {"-link", none, ignore},
    {"--link", none, ignore},
    {"--m64", none, ignore},
    {"--extensible-whole-program", none, ignore},
    {"-keep", none, ignore},
    {"--keep", none, ignore},
    {"-save-temps", none, ignore},
    {"--save-temps", none, ignore},
    {"-pthread", none, ignore},
    {"-m64", none, ignore},
    // g++'s own, by their first letters
    {"-isystem", joined, pass_on_joined<&Options::preprocessor>},
    {"-include", joined, pass_on_joined<&Options::preprocessor>},
    {"-I", joined, pass_on_joined<&Options::preprocessor>},
    {"-D", joined, pass_on_joined<&Options::preprocessor>},
    {"-U", joined, pass_on_joined<&Options::preprocessor>},
    {"-L", joined, pass_on_joined<&Options::linker>},
    {"-l", joined, link_option},
    {"-o", joined, keep<&Options::output>},
    {"-O", rest, optimise},
    {"-Wl,", rest, pass_on<&Options::linker>},
    {"-static-lib", rest, pass_on<&Options::linker>},
    {"-rdynamic", none, pass_on<&Options::linker>},
    {"-s", none, pass_on<&Options::linker>},
    {"-W", rest, pass_on<&Options::compiler>},
    {"-w", none, pass_on<&Options::compiler>},
    {"-f", rest, pass_on<&Options::compiler>},
    {"-g", rest, pass_on<&Options::compiler>},
    {"-m", rest, pass_on<&Options::compiler>},
    {"-pedantic", rest, pass_on<&Options::compiler>},
};

}  // namespace

std::span<const OptionRule> option_rules() { return rules; }

}  // namespace gridmark::driver
