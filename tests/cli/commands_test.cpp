// Rules for the complete table of commands.
#include "grader/cli/commands.h"

#include <gmock/gmock.h>

#include "grader/cli/completions.h"
#include "grader/cli/man_page.h"

namespace gridmark::cli {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> names_in(const CLI::App& app, const std::string& group) {
  std::vector<std::string> names;
  for (const CLI::App* command : listed_commands(app))
    if (command->get_group() == group) names.push_back(command->get_name());
  return names;
}

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

TEST(Commands, TheHelpOfEachHasAPurposeExamplesAndExitCodes) {
  CLI::App app;
  int exit_code = 0;
  add_commands(app, exit_code);
  for (const CLI::App* command : listed_commands(app)) {
    EXPECT_THAT(command->get_description(), Not(HasSubstr("\n"))) << command->get_name();
    if (command->get_prefix_command()) continue;  // another program prints its help
    EXPECT_THAT(command->get_footer(), AllOf(HasSubstr("Examples:\n"), HasSubstr("Exit codes")))
        << command->get_name();
  }
}

TEST(Commands, EachIsInOneOfThreeGroups) {
  CLI::App app;
  int exit_code = 0;
  add_commands(app, exit_code);
  std::size_t grouped = 0;
  for (const char* group : command_groups) {
    EXPECT_THAT(app.help(), HasSubstr(std::string("\n") + group + ":\n"));
    grouped += names_in(app, group).size();
  }
  EXPECT_EQ(grouped, listed_commands(app).size());
  EXPECT_THAT(names_in(app, command_groups[0]),
              AllOf(Contains("grade"), Contains("cc"), Not(Contains("batch"))));
  EXPECT_THAT(names_in(app, command_groups[1]), AllOf(Contains("batch"), Contains("handout")));
  EXPECT_THAT(names_in(app, command_groups[2]), AllOf(Contains("verify"), Contains("new-lab")));
  EXPECT_THAT(app.help(), Not(HasSubstr("batch-task"))) << "hidden";
}

TEST(Commands, StudentsSeeTheirCommandsAndTheWayToAll) {
  CLI::App app;
  int exit_code = 0;
  add_commands(app, exit_code);
  const std::string all = app.help();
  show_students_help(app);
  const std::string help = app.help();
  EXPECT_THAT(help, AllOf(HasSubstr(command_groups[0]), HasSubstr("\n  grade  "), HasSubstr("--help-all")));
  EXPECT_THAT(help, AllOf(Not(HasSubstr(command_groups[1])), Not(HasSubstr(command_groups[2]))));
  EXPECT_THAT(help, AllOf(Not(HasSubstr("  batch  ")), Not(HasSubstr("gridmark handout"))));
  EXPECT_THROW(app.parse("--help-all"), CLI::CallForHelp);
  for (const char* part : {command_groups[1], command_groups[2], "  batch  ", "gridmark handout"})
    EXPECT_THAT(app.help(), HasSubstr(part));
}

TEST(Commands, StudentsKeepAllCommandsInCompletionsAndManualPage) {
  CLI::App app;
  int exit_code = 0;
  add_commands(app, exit_code);
  const std::size_t all = listed_commands(app).size();
  show_students_help(app);
  EXPECT_EQ(listed_commands(app).size(), all);
  EXPECT_THAT(man_page(app, "1"), HasSubstr(".SS batch\n"));
  EXPECT_EQ(app.get_subcommand("batch")->get_group(), command_groups[1]);
}

}  // namespace
}  // namespace gridmark::cli
