// The Markdown, CSV, JUnit and SARIF exports, with the difficulties of each.
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <pugixml.hpp>
#include <set>

#include "grader/core/csv.h"
#include "tests/report/exported.h"
#include "tests/report/html_elements.h"

namespace gridmark::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// --- Markdown ---------------------------------------------------------------------------------------

std::string as_html(const std::string& markdown) {
  cmark_gfm_core_extensions_ensure_registered();
  cmark_parser* parser = cmark_parser_new(CMARK_OPT_DEFAULT);
  for (const char* name : {"table", "autolink", "strikethrough"})
    cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name));
  cmark_parser_feed(parser, markdown.data(), markdown.size());
  cmark_node* document = cmark_parser_finish(parser);
  char* html = cmark_render_html(document, CMARK_OPT_UNSAFE, cmark_parser_get_syntax_extensions(parser));
  const std::string text = html;
  std::free(html);
  cmark_node_free(document);
  cmark_parser_free(parser);
  return text;
}

TEST(MarkdownExport, AHostileRecordMakesNoElementThatAnHonestOneDoesNot) {
  std::set<std::string> honest = elements_of(as_html(text("markdown", example("mixed"))));
  honest.merge(elements_of(as_html(text("markdown", example("no_build")))));
  GradeRecord hostile = example("hostile");
  hostile.items[0].title =
      "[a](javascript:x) ![b](//c) ~~d~~ **e** www.evil.org @everyone #1 | cell `x` https://a.b\\";
  hostile.items[0].reason = "# heading\n\n- item <b>x</b> `";
  for (const std::string& name : elements_of(as_html(text("markdown", hostile))))
    EXPECT_TRUE(honest.contains(name)) << name;
  EXPECT_TRUE(honest.contains("table"));
  EXPECT_FALSE(honest.contains("a"));
}

TEST(MarkdownExport, MentionsNobody) {
  GradeRecord record = example("mixed");
  record.items[0].title = "@team/staff and #12";
  EXPECT_THAT(text("markdown", record), HasSubstr("@<!-- -->team/staff and #<!-- -->12"));
}

TEST(MarkdownExport, CompilerWordsCannotCloseTheirBlock) {
  GradeRecord record = example("no_build");
  record.builds[0].messages = "a\n```\n<img src=x>\n````\nb\n";
  EXPECT_THAT(as_html(text("markdown", record)), Not(HasSubstr("<img")));
}

// --- CSV --------------------------------------------------------------------------------------------

TEST(CsvExport, HasARowForEachLineAndNoFormulas) {
  GradeRecord record = example("mixed");
  record.items[0].title = "=HYPERLINK(\"http://evil\",\"x\")";
  record.items[1].reason = "@SUM(A1),\n2";
  const auto rows = parse_csv(text("csv", record));
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_EQ(rows->size(), record.items.size() + 1);
  EXPECT_EQ((*rows)[1].cells[5].text, "'=HYPERLINK(\"http://evil\",\"x\")");
  EXPECT_THAT((*rows)[2].cells[10].text, StartsWith("'@SUM"));
}

// --- JUnit ------------------------------------------------------------------------------------------

TEST(JUnitExport, CountsWhatItHolds) {
  for (const char* name : {"mixed", "hostile", "report", "timed"}) {
    pugi::xml_document document;
    ASSERT_TRUE(document.load_string(text("junit", example(name)).c_str())) << name;
    const pugi::xml_node suite = document.child("testsuites").child("testsuite");
    EXPECT_EQ(suite.select_nodes("testcase").size(), suite.attribute("tests").as_uint()) << name;
    EXPECT_EQ(suite.select_nodes("testcase/failure").size(), suite.attribute("failures").as_uint()) << name;
    EXPECT_EQ(suite.select_nodes("testcase/skipped").size(), suite.attribute("skipped").as_uint()) << name;
  }
}

TEST(JUnitExport, WhatIsOpenIsNeitherPassedNorFailed) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(text("junit", example("report")).c_str()));
  const pugi::xml_node open = document.select_node("//testcase[starts-with(@name,'report_analysis')]").node();
  EXPECT_STREQ(open.attribute("result").value(), "skipped");
  EXPECT_STREQ(open.child("skipped").attribute("message").value(),
               "0-2 of 2 points: waits for a person: a person gives these points, and has not yet");
}

TEST(JUnitExport, HasNoCharacterThatXmlForbids) {
  GradeRecord record = example("mixed");
  record.items[1].reason = "a\x01\xff\xef\xbf\xbe\xef\xbf\xbf b";
  const std::string xml = text("junit", record);
  EXPECT_THAT(xml, HasSubstr("a\\x01\\xff\xef\xbf\xbd\xef\xbf\xbd b"));
  EXPECT_THAT(xml, Not(HasSubstr("\xef\xbf\xbe")));
  EXPECT_THAT(xml, Not(HasSubstr("&#")));
}

// --- SARIF ------------------------------------------------------------------------------------------

TEST(SarifExport, HasWhatTheStandardRequires) {
  const json all = parsed("sarif", example("hostile"));
  EXPECT_EQ(all["version"], "2.1.0");
  const json& run = all["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["name"], "gridmark");
  std::set<std::string> rules;
  for (const json& rule : run["tool"]["driver"]["rules"]) rules.insert(rule["id"].get<std::string>());
  ASSERT_EQ(run["results"].size(), 1U);
  for (const json& result : run["results"]) {
    EXPECT_TRUE(rules.contains(result["ruleId"].get<std::string>()));
    EXPECT_TRUE(result["message"]["text"].is_string());
    const json& place = result["locations"][0]["physicalLocation"];
    EXPECT_EQ(place["region"]["startLine"], 3);
    EXPECT_EQ(place["artifactLocation"]["uri"].get<std::string>().find_first_of("<>\" \\"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace gridmark::report
