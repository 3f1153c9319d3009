#include "grader/report/html_template.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace gridmark::report::html {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

const std::filesystem::path folder = GRIDMARK_SOURCE_DIR "/grader/report/templates";

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(HtmlTemplate, WhatComesFromOutsideIsEscapedAndNeverReadAsATemplate) {
  EXPECT_EQ(filled_text("<p title=\"{{x}}\">", {{"x", "\" onclick=\"{{y}}<&'\n\x1b"}}),
            "<p title=\"&quot; onclick=&quot;{{y}}&lt;&amp;&#39;\\n\\x1b\">");
}

TEST(HtmlTemplate, ASectionStandsOnceForEachElement) {
  EXPECT_EQ(
      filled_text("{{#a}}<{{x}}{{y}}>{{/a}}", {{"y", 1}, {"a", {{{"x", "b"}}, {{"x", "c"}, {"y", 2}}}}}),
      "<b1><c2>");
  EXPECT_EQ(filled_text("{{?a}}{{#a}}{{.}};{{/a}}{{/a}}", {{"a", {"b", "c"}}}), "b;c;");
}

TEST(HtmlTemplate, ASectionStandsOnlyWhereThereIsSomething) {
  const std::string text = "{{#a}}yes {{#a}}again{{/a}}{{/a}}{{^a}}no{{/a}}{{?a}}!{{/a}}";
  for (const Data& nothing : {Data(), Data(false), Data(""), Data::array()})
    EXPECT_EQ(filled_text(text, {{"a", nothing}}), "no") << nothing;
  for (const Data& something : {Data(true), Data("x"), Data(0), Data::object()})
    EXPECT_EQ(filled_text(text, {{"a", something}}), "yes again!") << something;
}

// If it were ignored, a misspelt name would leave a gap in every student's page.
TEST(HtmlTemplate, ANameThatIsNotThereIsAnError) {
  const auto fails = [](const char* text) {
    return [text] { filled_text(text, {{"a", 1.5}, {"b", true}}); };
  };
  EXPECT_THAT(fails("{{reason}}"), ThrowsMessage<std::logic_error>(HasSubstr("there is no value reason")));
  EXPECT_THAT(fails("{{#c}}{{/c}}"), ThrowsMessage<std::logic_error>(HasSubstr("there is no value c")));
  EXPECT_THAT(fails("{{a}}"),
              ThrowsMessage<std::logic_error>(HasSubstr("neither a text nor a whole number")));
}

TEST(HtmlTemplate, ASectionThatDoesNotEndIsAnError) {
  const auto fails = [](const char* text) { return [text] { filled_text(text, {{"a", 1}, {"b", true}}); }; };
  for (const char* text : {"{{#a}}", "{{/a}}", "{{#a}}{{#b}}{{/a}}{{/b}}", "{{a", "{{^a}}{{#b}}{{/a}}"})
    EXPECT_THAT(fails(text), testing::Throws<std::logic_error>()) << text;
}

// Escapes are valid between tags and in quoted attributes only.
TEST(Templates, ShowValuesOnlyWhereEscapesHold) {
  const std::regex raw(R"(\{\{\{|\{\{&)"), unquoted(R"([\w-]=\{\{)"),
      address("(href|src|on[a-z]+)=\"\\{\\{(?!student|text)");
  for (const auto& [name, text] : templates()) {
    const std::string html(text);
    for (const std::regex* wrong : {&raw, &unquoted, &address})
      EXPECT_FALSE(std::regex_search(html, *wrong)) << name;
    EXPECT_THAT(html, Not(HasSubstr("<script"))) << name;
    const std::size_t style = html.find("<style>"), end = html.find("</style>");
    EXPECT_EQ(html.substr(std::min(style, html.size()), end - style).find("{{"), html.npos) << name;
  }
}

TEST(Templates, EveryFileIsBuiltInAndUsed) {
  const auto all = templates();
  std::string used;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) used += text_of(entry.path());
  for (const auto& entry : std::filesystem::directory_iterator(GRIDMARK_SOURCE_DIR "/grader/report"))
    if (entry.path().extension() == ".cpp") used += text_of(entry.path());
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    EXPECT_TRUE(entry.path().extension() == ".css" || all.contains(name)) << name;
    EXPECT_TRUE(used.find("{{>" + name + "}}") != used.npos ||
                used.find("filled(\"" + name + '"') != used.npos)
        << name;
  }
}

TEST(Templates, OnlyALineBreakThatIsMarkedReachesThePage) {
  EXPECT_THAT(templates().at("changes.html"), HasSubstr("</thead>\n{{#lines}}<tr>"));
  EXPECT_THAT(templates().at("place.html"), HasSubstr("</code>: {{/place}}"));
}

}  // namespace
}  // namespace gridmark::report::html
