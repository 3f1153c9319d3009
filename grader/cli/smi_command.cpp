// gridmark smi: nvidia-smi's tables, of the emulated devices that this user's programs use.
#include <fmt/format.h>

#include <charconv>
#include <numeric>

#include "grader/cli/commands.h"
#include "grader/cli/terminal.h"
#include "grader/report/smi_query.h"
#include "grader/report/smi_table.h"
#include "grader/system/device_states.h"

namespace gridmark::cli {
namespace {

struct SmiOptions {
  std::string fields, format, devices;
  double loop_seconds = 0;
  bool list = false, help_fields = false;
  std::vector<std::string> program;
};

enum SmiExitCode : int { smi_invalid_argument = 2, smi_not_found = 6 };  // as nvidia-smi has them

constexpr const char* smi_examples = R"(
Examples:
  gridmark smi                          show the devices as your running programs use them now
  gridmark smi -l 1                     the same every second until Ctrl-C, for a second terminal
  gridmark smi --query-gpu=index,name,utilization.gpu,memory.used --format=csv
  gridmark smi --query-gpu=utilization.gpu,power.draw --format=csv,noheader,nounits -l 1
  gridmark smi -- ./train --steps 100   run a program, then show each second of its modelled time, and its end
  gridmark smi -L                       list the devices
  gridmark smi --help-query-gpu         list the fields of --query-gpu

All figures are modelled (see docs/emulation.md). Other users cannot see the devices of your programs. Programs that
run with GRIDMARK_SMI=0 publish nothing.
Exit codes, as for nvidia-smi: 0 shown, 2 an argument is wrong, 6 there is no such device, 64 an unknown option.
With -- PROGRAM, the exit code is the program's.)";

constexpr const char* samples_query =
    "modelled.seconds,index,utilization.gpu,utilization.memory,memory.used,"
    "temperature.gpu,power.draw,clocks.sm";

int refuse_smi(const Error& error) {
  print_error(error);
  return smi_invalid_argument;
}

/// The devices that -i names, by index, UUID or bus id; all where it names none.
Result<std::vector<int>> chosen_devices(const std::string& wanted, const DeviceStates& states) {
  std::vector<int> all(states.devices);
  std::iota(all.begin(), all.end(), 0);
  if (wanted.empty()) return all;
  std::vector<int> chosen;
  for (std::size_t at = 0; at <= wanted.size();) {
    const std::string name = wanted.substr(at, wanted.find(',', at) - at);
    at += name.size() + 1;
    const auto found = std::find_if(all.begin(), all.end(), [&](int index) {
      return name == fmt::to_string(index) || name == device_uuid(index) || name == device_bus_id(index);
    });
    if (found == all.end())
      return failure(Error::Source::usage, "-i",
                     fmt::format("no device \"{}\", expected one of the {} that gridmark smi -L lists", name,
                                 all.size()));
    chosen.push_back(*found);
  }
  return chosen;
}

std::string source_of(const report::SmiPicture& picture) {
  const std::size_t programs = picture.programs.size();
  std::string note =
      programs == 0 ? "Modelled: none of your programs uses the emulated devices now, so they are shown idle."
      : programs == 1
          ? fmt::format("Modelled, at {:.3f} s of the program's modelled time.", picture.devices.seconds)
          : fmt::format("Modelled: the sum of {} programs, each with separate devices.", programs);
  if (system::has_real_gpu()) note += "\nThis machine has a real GPU as well: nvidia-smi shows that one.";
  return note;
}

class SmiCommand {
 public:
  SmiCommand(const SmiOptions& options, std::optional<report::SmiQuery> query)
      : options_(options), query_(std::move(query)) {}

  int run() {
    if (!options_.program.empty()) return run_program();
    static system::StopFlag stop;
    if (options_.loop_seconds > 0) system::stop_on_signals(stop);
    do {
      if (const int code = show(system::running_device_states()); code != exit_passing) return code;
    } while (options_.loop_seconds > 0 && system::sleep_seconds(options_.loop_seconds, stop));
    return exit_passing;
  }

 private:
  Result<report::SmiPicture> picture_of(std::vector<DeviceStates> programs) const {
    report::SmiPicture picture;
    picture.devices = report::joined_states(programs, system::idle_device_states());
    picture.programs = std::move(programs);
    picture.chosen = TRY(chosen_devices(options_.devices, picture.devices));
    picture.time = system::local_time();
    picture.note = source_of(picture);
    return picture;
  }

  int show(std::vector<DeviceStates> programs) {
    const auto picture = picture_of(std::move(programs));
    if (!picture || picture->chosen.empty()) return not_found(picture);
    if (query_) {
      fmt::print("{}{}", titled_ ? "" : report::print_smi_header(*query_),
                 report::print_smi_rows(*query_, *picture));
      titled_ = true;
    } else {
      fmt::print("{}", options_.list ? print_smi_list(*picture) : print_smi_table(*picture));
    }
    std::fflush(stdout);
    return exit_passing;
  }

  static int not_found(const Result<report::SmiPicture>& picture) {
    print_error(picture ? Error{Error::Source::usage, "", "No devices were found (GRIDMARK_DEVICES)"}
                        : picture.error());
    return smi_not_found;
  }

  /// The samples as a query has them, then the table of the program's end.
  int run_program() {
    const auto watched = system::watch_program(options_.program);
    if (!watched) return refuse_smi(watched.error());
    if (watched->samples.empty()) {
      fmt::print(stderr, "gridmark: {} has not used an emulated device. Compile it with gridmark cc\n",
                 options_.program.front());
      return watched->exit_code;
    }
    const bool table = !query_;
    if (table) query_ = *report::parse_smi_query(samples_query, "csv");
    for (const DeviceStates& sample : watched->samples)
      if (const int code = show({sample}); code != exit_passing) return code;
    query_ = table ? std::nullopt : query_;
    if (table) show({watched->samples.back()});
    return watched->exit_code;
  }

  const SmiOptions& options_;
  std::optional<report::SmiQuery> query_;
  bool titled_ = false;
};

int run_smi(const SmiOptions& options) {
  if (options.help_fields) {
    fmt::print("{}", report::print_smi_fields());
    return exit_passing;
  }
  std::optional<report::SmiQuery> query;
  if (!options.fields.empty()) {
    auto parsed = report::parse_smi_query(options.fields, options.format);
    if (!parsed) return refuse_smi(parsed.error());
    query = std::move(*parsed);
  } else if (!options.format.empty()) {
    return refuse_smi({Error::Source::usage, "--format", "needs --query-gpu=FIELDS, which is not given"});
  }
  return SmiCommand(options, std::move(query)).run();
}

}  // namespace

void add_smi_command(CLI::App& app, int& exit_code) {
  static SmiOptions options;
  CLI::App* command =
      app.add_subcommand("smi", "Show the emulated devices of running programs, as nvidia-smi does");
  command->footer(smi_examples);
  command
      ->add_option("--query-gpu", options.fields,
                   "Print these fields, separated by commas (needs --format=csv)")
      ->type_name("FIELDS");
  command->add_option("--format", options.format, "Use csv, optionally with noheader and nounits")
      ->type_name("csv[,noheader][,nounits]");
  command
      ->add_option("-i,--id", options.devices,
                   "Show these devices, by index, UUID or bus id, separated by commas")
      ->type_name("IDS");
  command->add_option("-l,--loop", options.loop_seconds, "Repeat after this many seconds, until Ctrl-C")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.01, 86400.0));
  command->add_flag("-L,--list-gpus", options.list, "List the devices");
  command->add_flag("--help-query-gpu", options.help_fields, "List the fields of --query-gpu");
  command->add_option("PROGRAM", options.program, "Run this program and sample its devices")
      ->type_name("-- PROGRAM");
  command->callback([&exit_code] { exit_code = run_smi(options); });
}

}  // namespace gridmark::cli
