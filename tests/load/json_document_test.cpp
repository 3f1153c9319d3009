#include "grader/load/json_document.h"

#include <gtest/gtest.h>

namespace gridmark::load {
namespace {

Result<nlohmann::json> parse(std::string_view text) {
  return parse_document(text, "x.json", {Error::Source::rubric});
}

std::string json_document_complaint(std::string_view text) {
  const auto document = parse(text);
  return document ? "no complaint: " + document->dump() : message_of(document.error());
}

TEST(JsonDocument, BuildsWhatTheTextSays) {
  const std::string text = R"({"a":[1,-2,2.5,"x",true,null,{}],"b":{"c":[[]]}})";
  ASSERT_TRUE(parse(text)) << json_document_complaint(text);
  EXPECT_EQ(parse(text)->dump(), text);
}

TEST(JsonDocument, SkipsAByteOrderMark) {
  EXPECT_EQ(parse("\xef\xbb\xbf{\"a\":1}").value().dump(), "{\"a\":1}");
  EXPECT_EQ(json_document_complaint("\xef\xbb\xbf{\n  x"),
            "x.json:2:3: found \"x\", expected a key in quotes");
}

struct BrokenJsonDocument {
  const char* text;
  const char* expected;
};

const BrokenJsonDocument broken_json_document[] = {
    {"", "x.json:1:1: found the end of the file, expected a value"},
    {" \n ", "x.json:2:2: found the end of the file, expected a value"},
    {"{\"a\": 1,\n \"b\": }", "x.json:2:7: found \"}\", expected a value"},
    {"{\"a\": tru}", "x.json:1:7: found \"tru\", expected a value"},
    {"{\"a\": 0.5; \"b\": 1}", "x.json:1:10: found \";\", expected \",\" or \"}\""},
    {"[true;", "x.json:1:6: found \";\", expected \",\" or \"]\""},
    {"{\"a\": \"b\n\"}", "x.json:1:9: found \"\\n\", expected a text with a closing quote and valid escapes"},
    {"{\"a\": \"b\" \"c\": 1}", "x.json:1:11: found \"\\\"c\\\"\", expected \",\" or \"}\""},
    {"{\"a\": \"b",
     "x.json:1:9: found the end of the file, expected a text with a closing quote and valid escapes"},
    {"[\"a\", ≤]", "x.json:1:7: found \"≤\", expected a value"},
    {"{\"a\" 1}", "x.json:1:6: found \"1\", expected \":\""},
    {"{\"a\": 1,}", "x.json:1:9: found \"}\", expected a key in quotes"},
    {"[1, 2", "x.json:1:6: found the end of the file, expected \",\" or \"]\""},
    {"[1.≤]", "x.json:1:4: found \"≤\", expected digit after \".\""},
    {"[1, 2] 3", "x.json:1:8: found \"3\", expected the end of the file"},
    {"{'a': 1}", "x.json:1:2: found \"'\", expected a key in quotes"},
    {"[NaN]", "x.json:1:2: found \"NaN\", expected a value"},
    {"[1e999]", "x.json:1:2: found \"1e999\", expected a number below 1.8e308"},
    {"[\"caf\xe9\"]", "x.json:1:6: found the byte 0xe9, expected UTF-8"},
    {"{\"a\": 1, \"b\": {\"c\": 1, \"c\": 2}}", "x.json: /b/c: found this key twice, expected it once"},
    {"[{\"x/y\": 1, \"x/y\": 1}]", "x.json: /0/x~1y: found this key twice, expected it once"},
};

TEST(JsonDocument, ComplainsInOneMessageWithThePlace) {
  for (const BrokenJsonDocument& one : broken_json_document)
    EXPECT_EQ(json_document_complaint(one.text), one.expected) << one.text;
}

TEST(JsonDocument, DeepNestingIsAnErrorAndNotACrash) {
  EXPECT_EQ(json_document_complaint(std::string(1'000'000, '[')),
            "x.json: found more than 32 levels of nesting, expected at most 32");
  EXPECT_TRUE(parse(std::string(32, '[') + std::string(32, ']')));
}

TEST(JsonDocument, ALargeTextIsAnError) {
  const std::string text = "\"" + std::string(1 << 20, 'x') + "\"";
  EXPECT_EQ(json_document_complaint(text), "x.json: found 1048578 bytes, expected at most 1048576");
}

TEST(JsonDocument, OffendingTextIsShownShortAndPrintable) {
  EXPECT_EQ(in_quotes("a\x1b[31m\n"), "\"a\\u001b[31m\\n\"");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), "\"" + std::string(40, 'x') + "...\"");
}

}  // namespace
}  // namespace gridmark::load
