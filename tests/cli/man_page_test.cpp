#include "grader/cli/man_page.h"

#include <gmock/gmock.h>

namespace gridmark::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

// Text of a command may begin with a dot or contain a backslash. roff would interpret both.
TEST(ManPage, WordsOfACommandAreNoRequests) {
  CLI::App app("grades");
  CLI::App* command = app.add_subcommand("try", ".so /etc/passwd");
  std::string value;
  command->add_option("--file", value, "a\\fBb\n'sp 9")->type_name("FILE");
  command->footer("\nExamples:\n  gridmark try --file=a\\b   no break\n.br at the start");
  const std::string page = man_page(app, "1.2");
  EXPECT_THAT(page, HasSubstr("\n\\&.so /etc/passwd.\n"));
  EXPECT_THAT(page, HasSubstr("a\\efBb\n.br\n\\(aqsp 9\n"));
  EXPECT_THAT(page, HasSubstr("gridmark try \\-\\-file=a\\eb   no break\n"));
  EXPECT_THAT(page, Not(HasSubstr("\n.br at")));
  EXPECT_THAT(page, HasSubstr("\\fB\\-\\-file\\fR \\fIFILE\\fR\n"));
}

TEST(ManPage, HiddenCommandsAndOptionsStayHidden) {
  CLI::App app("grades");
  app.add_subcommand("secret", "words")->group("");
  bool flag = false;
  app.add_subcommand("open", "words")->add_flag("--hidden", flag)->group("");
  const std::string page = man_page(app, "1.2");
  EXPECT_THAT(page, HasSubstr(".SS open\n"));
  EXPECT_THAT(page, Not(HasSubstr("secret")));
  EXPECT_THAT(page, Not(HasSubstr("hidden")));
}

TEST(ManPage, EachGroupOfCommandsIsASection) {
  CLI::App app("grades");
  app.add_subcommand("one", "words")->group("Commands for some");
  app.add_subcommand("two", "words")->group("Commands for some");
  app.add_subcommand("three", "words")->group("Commands for others");
  const std::string page = man_page(app, "1.2");
  const auto at = [&](const std::string& line) { return page.find("\n" + line + "\n"); };
  EXPECT_LT(at(".SH COMMANDS FOR SOME"), at(".SS one"));
  EXPECT_LT(at(".SS two"), at(".SH COMMANDS FOR OTHERS"));
  EXPECT_LT(at(".SH COMMANDS FOR OTHERS"), at(".SS three"));
  EXPECT_NE(at(".SS three"), page.npos);
  EXPECT_EQ(page.find(".SH COMMANDS FOR SOME"), page.rfind(".SH COMMANDS FOR SOME"));
}

}  // namespace
}  // namespace gridmark::cli
