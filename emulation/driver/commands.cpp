#include "emulation/driver/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "emulation/driver/cccl.h"
#include "emulation/driver/file_names.h"

namespace gridmark::driver {
namespace {

void append(CommandLine& command, const CommandLine& more) {
  command.insert(command.end(), more.begin(), more.end());
}

/// True if one of the objects or archives calls cuModuleLoad or a related function, so that its modules need
/// the program's engine. A program that learns the call's name at run time needs -rdynamic on its command
/// line.
bool load_modules(const std::vector<std::string>& inputs) {
  return std::any_of(inputs.begin(), inputs.end(), [](const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return text.find("cuModuleLoad") != text.npos;
  });
}

/// dir/matrix.o -> dir/matrix.ii
std::string expanded_name(const std::string& object) {
  return std::filesystem::path(object).replace_extension(".ii");
}

/// The counters' registration. Nothing else refers to it, so the linker needs this option to take it.
constexpr const char* counters_anchor = "-Wl,-u,gridmark_counters_anchor";

}  // namespace

std::filesystem::path Toolkit::libraries() const { return root / "lib"; }

std::filesystem::path Toolkit::libraries_code() const { return libraries() / "libgridmark_libraries.a"; }

std::filesystem::path Toolkit::engine(Flavour flavour) const {
  return root / "lib" /
         (flavour == Flavour::counted ? "libgridmark_emulation_counted.a" : "libgridmark_emulation_fast.a");
}

Toolkit own_toolkit() {
  return {std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path()};
}

Commands::Commands(const Options& options, Toolkit toolkit, CommandLine compiler, bool colour)
    : options_(options),
      toolkit_(std::move(toolkit)),
      compiler_(std::move(compiler)),
      host_compiler_(host_compiler(compiler_, toolkit_.include())),
      colour_(colour) {}

CommandLine Commands::begin() const {
  CommandLine command = compiler_;
  if (colour_) command.push_back("-fdiagnostics-color=always");
  return command;
}

bool Commands::writes_repairs() const {
  const auto& options = options_.compiler;
  return std::find(options.begin(), options.end(), "-fdiagnostics-parseable-fixits") != options.end();
}

bool Commands::makes_assembly() const { return options_.flavour == Flavour::counted; }

bool Commands::makes_module() const { return options_.action == Options::Action::module; }

bool Commands::makes_shared_code() const {
  return options_.action == Options::Action::shared_library || makes_module();
}

rewrite::Unit Commands::unit() const {
  if (makes_module()) return rewrite::Unit::module;
  return options_.relocatable ? rewrite::Unit::relocatable : rewrite::Unit::whole;
}

/// Optimisation and debug information. -g1 gives the line tables that name a fault's source line.
void Commands::add_code_generation(CommandLine& command) const {
  if (options_.flavour == Flavour::counted) {
    command.push_back("-g");
    append(command, host_compiler_.counted);
    return;
  }
  append(command, {options_.optimisation.empty() ? "-O2" : options_.optimisation, "-g1"});
  append(command, host_compiler_.fast);
}

void Commands::add_language(CommandLine& command) const {
  command.push_back("-std=" + options_.standard);
  add_code_generation(command);
  command.push_back("-fcheck-new");  // in kernels, new returns null if the heap is full
  if (makes_shared_code()) command.push_back("-fPIC");
  append(command, options_.compiler);
}

void Commands::add_preprocessor(CommandLine& command, const std::string& object) const {
  if (options_.flavour == Flavour::counted) command.push_back("-DGRIDMARK_COUNTED=1");
  for (const std::string& option : options_.preprocessor) {
    if (!names_a_toolkits_headers(option)) command.push_back(option);
  }
  append(command, {"-isystem", toolkit_.include().string()});
  add_cccl(command);
  if (!options_.dependencies) return;
  const std::filesystem::path fallback = std::filesystem::path(object).replace_extension(".d");
  const std::string file = options_.dependency_file.empty() ? fallback.string() : options_.dependency_file;
  append(command, {"-MD", "-MF", file, "-MT", object});
}

/// These folders follow gridmark's own, which has CUDA's names first. "-isystem /usr/include" would break the
/// C++ library's #include_next, and that folder is searched anyway.
void Commands::add_cccl(CommandLine& command) const {
  const auto cccl = find_cccl(options_.cuda_path);
  const std::filesystem::path parts = toolkit_.root / "cccl";
  append(command, {"-isystem", parts / "own", "-isystem", parts / "seam"});
  if (cccl && *cccl != "/usr/include") append(command, {"-isystem", *cccl});
  append(command, {cccl == "/usr/include" ? "-idirafter" : "-isystem", parts / "fallback"});
}

/// Under -fopenmp, g++ removes the pragmas from a text in which it keeps macros, but the next step needs
/// them.
void Commands::leave_openmp_to_the_compiler(CommandLine& command) const {
  if (!host_compiler_.keeps_macros) return;
  if (std::erase(command, "-fopenmp") > 0) command.push_back("-D_OPENMP=201511");
}

CommandLine Commands::preprocess(const std::string& source, const std::string& object,
                                 const std::vector<std::string>& headers) const {
  CommandLine command = begin();
  add_language(command);
  leave_openmp_to_the_compiler(command);
  add_preprocessor(command, object);
  append(command, host_compiler_.preprocess);
  for (std::size_t i = 0; i < headers.size(); ++i)
    command.push_back(fmt::format("-DGRIDMARK_HOST_HEADER_{}=\"{}\"", i + 1, headers[i]));
  if (!headers.empty()) append(command, {"-include", "gridmark/host_headers.h"});
  append(command, {"-D__CUDACC__=1", "-include", "cuda_runtime.h", "-E", "-x", "c++", source});
  return command;
}

CommandLine Commands::preprocess_for_host(const std::string& source, const std::string& object,
                                          const std::vector<std::string>& headers) const {
  CommandLine command = preprocess(source, object, headers);
  command.push_back("-DGRIDMARK_HOST_SIDE=1");
  return command;
}

/// -fsanitize=thread is added only here. Otherwise the standard headers would call a runtime that is not
/// linked.
CommandLine Commands::compile_rewritten(const std::string& object) const {
  CommandLine command = begin();
  add_language(command);
  if (options_.flavour == Flavour::counted) append(command, host_compiler_.counting);
  append(command, host_compiler_.rewritten);
  append(command, {"-x", "c++"});
  if (makes_assembly())
    append(command, {"-S", "-", "-o", "-"});
  else
    append(command, {"-c", "-", "-o", object});
  return command;
}

CommandLine Commands::assemble(const std::string& object) const {
  CommandLine command = begin();
  append(command, {"-x", "assembler", "-c", "-", "-o", object});
  return command;
}

void Commands::add_language_of(const Input& source, CommandLine& command) const {
  if (source.kind != Input::Kind::c) return add_language(command);
  add_code_generation(command);
  if (makes_shared_code()) command.push_back("-fPIC");
  for (const std::string& option : options_.compiler) {
    if (option != no_register_warning) command.push_back(option);
  }
}

CommandLine Commands::compile_plain(const Input& source, const std::string& object) const {
  CommandLine command = begin();
  if (source.kind == Input::Kind::c) append(command, {"-x", "c"});
  add_language_of(source, command);
  add_preprocessor(command, object);
  append(command, {"-c", source.name, "-o", object});
  return command;
}

CommandLine Commands::compile_expanded(const Input& source, const std::string& object) const {
  CommandLine command = begin();
  append(command, {"-x", source.kind == Input::Kind::c ? "cpp-output" : "c++-cpp-output"});
  add_language_of(source, command);
  append(command, {"-c", expanded_name(object), "-o", object});
  return command;
}

CommandLine Commands::expand_rewritten(const std::string& object) const {
  CommandLine command = begin();
  add_language(command);
  if (options_.flavour == Flavour::counted) append(command, host_compiler_.counting);
  append(command, host_compiler_.rewritten);
  append(command, {"-w", "-x", "c++", "-E", "-", "-o", expanded_name(object)});
  return command;
}

CommandLine Commands::expand_plain(const Input& source, const std::string& object) const {
  CommandLine command = begin();
  if (source.kind != Input::Kind::c) add_language(command);
  add_preprocessor(command, object);
  append(command, {"-E", source.name, "-o", expanded_name(object)});
  return command;
}

void Commands::map_names_in_expanded(const std::string& object) const {
  std::ifstream file(expanded_name(object), std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::ofstream(expanded_name(object), std::ios::binary) << with_mapped_file_names(text, options_.compiler);
}

CommandLine Commands::archive(const std::vector<std::string>& objects, const std::string& library) const {
  CommandLine command{"ar", "rcs", library};
  append(command, objects);
  return command;
}

CommandLine Commands::empty_object(const std::string& object) const {
  CommandLine command = begin();
  append(command, {"-x", "c++", "-c", "/dev/null", "-o", object});
  return command;
}

CommandLine Commands::link(const std::vector<std::string>& inputs, const std::string& program) const {
  CommandLine command = begin();
  if (makes_shared_code()) command.push_back("-shared");
  if (makes_module()) {  // a module finds the engine in the program
    append(command, inputs);
    append(command, {"-o", program});
    return command;
  }
  if (load_modules(inputs)) command.push_back("-rdynamic");
  command.push_back("-L" + toolkit_.libraries().string());  // before an installed toolkit's own libcublas
  // As in nvcc: archives serve the objects behind them too.
  command.push_back("-Wl,--start-group");
  append(command, inputs);
  append(command, options_.linker);
  command.push_back("-Wl,--end-group");
  // The engine's guard comes right behind the program's __shared__ arrays (engine/thread_locals.cpp).
  append(command, engine());
  append(command, {"-pthread", "-ldl", "-ldw", "-o", program});
  return command;
}

CommandLine Commands::engine() const {
  if (!options_.engine.empty()) return {options_.engine};
  const std::string engine = toolkit_.engine(options_.flavour).string();
  CommandLine words{engine, toolkit_.libraries_code().string(), engine};
  if (options_.flavour == Flavour::counted) words.insert(words.begin(), counters_anchor);
  return words;
}

}  // namespace gridmark::driver
