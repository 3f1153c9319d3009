// The tables of `gridmark smi`.
#include <gmock/gmock.h>

#include <cstring>

#include "grader/report/smi_query.h"
#include "grader/report/smi_table.h"

namespace gridmark::report {
namespace {

using testing::HasSubstr;

DeviceStates training() {
  DeviceStates states;
  states.process = 4711;
  states.seconds = 12.5;
  std::strcpy(states.program.data(), "./train");
  states.devices = 2;
  states.device[0].gpu_share = 0.5;
  states.device[0].memory_share = 0.75;
  states.device[0].watts = 231;
  states.device[0].celsius = 41.6;
  states.device[0].throttle_reasons = 0;
  states.device[0].memory_used = 1042u << 20;
  return states;
}

SmiPicture picture_of(const std::vector<DeviceStates>& programs) {
  SmiPicture picture{
      joined_states(programs, DeviceStates()), programs, {}, "2026/01/31 12:00:00.000", "Modelled."};
  for (int i = 0; i < static_cast<int>(picture.devices.devices); ++i) picture.chosen.push_back(i);
  return picture;
}

std::string query(const std::string& fields, const std::string& format, const SmiPicture& picture) {
  const auto parsed = parse_smi_query(fields, format);
  return parsed ? print_smi_header(*parsed) + print_smi_rows(*parsed, picture) : message_of(parsed.error());
}

TEST(SmiTable, EveryLineIsAsWideAsTheOthers) {
  const std::string text = print_smi_table(picture_of({training()}));
  std::size_t lines = 0;
  for (std::size_t at = 0; at < text.size(); ++lines) {
    const std::string line = text.substr(at, text.find('\n', at) - at);
    at += line.size() + 1;
    const bool framed = line.starts_with('|') || line.starts_with('+');
    EXPECT_EQ(framed ? line.size() : 91u, 91u) << line;
  }
  EXPECT_GT(lines, 18u);
}

TEST(SmiTable, ShowsDevicesAndPrograms) {
  const std::string text = print_smi_table(picture_of({training()}));
  EXPECT_THAT(
      text,
      HasSubstr(
          "| N/A   42C    P0            231W /  400W |    1042MiB /   8192MiB |     50%      Default |"));
  EXPECT_THAT(text, HasSubstr("4711      C   ./train"));
  EXPECT_THAT(text, HasSubstr("\nModelled.\n"));
}

TEST(SmiTable, ADeviceThatNothingUsesIsIdle) {
  const std::string text = print_smi_table(picture_of({}));
  EXPECT_THAT(text, HasSubstr(" 29C    P0             62W /  400W |       0MiB /   8192MiB |      0%"));
  EXPECT_THAT(text, HasSubstr("No running processes found"));
}

TEST(SmiTable, ProgramsAddUp) {
  const DeviceStates all = joined_states({training(), training(), training()}, DeviceStates());
  EXPECT_EQ(all.devices, 2u);
  EXPECT_EQ(all.device[0].gpu_share, 1);
  EXPECT_EQ(all.device[0].watts, 400);
  EXPECT_EQ(all.device[0].memory_used, 3126u << 20);
  EXPECT_EQ(all.device[1].watts, 62);
  EXPECT_EQ(all.device[1].throttle_reasons, 1u);
}

TEST(SmiQuery, PrintsWhatNvidiaSmiPrints) {
  const SmiPicture picture = picture_of({training()});
  EXPECT_EQ(query("index, name,utilization.gpu,memory.used,power.draw,temperature.gpu", "csv", picture),
            "index, name, utilization.gpu [%], memory.used [MiB], power.draw [W], temperature.gpu\n"
            "0, gridmark emulated device, 50 %, 1042 MiB, 231.00 W, 42\n"
            "1, gridmark emulated device, 0 %, 0 MiB, 62.00 W, 29\n");
  EXPECT_EQ(query("index,utilization.memory", "csv,noheader,nounits", picture), "0, 75\n1, 0\n");
  EXPECT_EQ(query("fan.speed", "csv,noheader", picture), "[N/A]\n[N/A]\n");
}

TEST(SmiQuery, AnUnknownFieldIsNamedAndAllAreListed) {
  const SmiPicture picture = picture_of({});
  EXPECT_THAT(query("index,utilisation.gpu", "csv", picture),
              testing::AllOf(HasSubstr("field \"utilisation.gpu\" is not known"),
                             HasSubstr("utilization.gpu"), HasSubstr("clocks.sm")));
  EXPECT_THAT(query("index,", "csv", picture), HasSubstr("field \"\" is not known"));
  EXPECT_THAT(query("index", "", picture), HasSubstr("--format"));
  EXPECT_THAT(query("index", "csv,header", picture), HasSubstr("found \"header\""));
  EXPECT_THAT(query("index", "noheader", picture), HasSubstr("needs --format=csv"));
}

TEST(SmiQuery, EveryFieldHasAValue) {
  const std::string all = print_smi_fields();
  for (std::size_t at = 0; at < all.size(); at = all.find('\n', at) + 1) {
    const std::string name = all.substr(at, all.find(' ', at) - at);
    EXPECT_GT(query(name, "csv,noheader", picture_of({training()})).size(), 2u) << name;
  }
}

}  // namespace
}  // namespace gridmark::report
