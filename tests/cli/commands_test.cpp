// Rules for the complete table of commands.
#include "grader/cli/commands.h"

#include <gmock/gmock.h>

#include "grader/cli/completions.h"

namespace gridmark::cli {
namespace {

// `gridmark report --field a=b results` would take the results for another field.
TEST(Commands, NoOptionTakesThePositionalsBehindIt) {
  CLI::App app;
  int exit_code = 0;
  add_commands(app, exit_code);
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    for (const CLI::Option* option : command->get_options()) {
      const bool takes_more = option->get_allow_extra_args() && option->get_items_expected_max() > 1;
      EXPECT_FALSE(option->nonpositional() && takes_more)
          << command->get_name() << " " << option->get_name() << ": say allow_extra_args(false)";
    }
}

TEST(Commands, EachOptionSaysWhatItDoes) {
  CLI::App app;
  int exit_code = 0;
  add_commands(app, exit_code);
  EXPECT_GT(listed_commands(app).size(), 20U);
  for (const CLI::App* command : listed_commands(app)) {
    EXPECT_FALSE(command->get_description().empty()) << command->get_name();
    for (const CLI::Option* option : listed_options(*command))
      EXPECT_FALSE(option->get_description().empty()) << command->get_name() << " " << option->get_name();
  }
}

}  // namespace
}  // namespace gridmark::cli
