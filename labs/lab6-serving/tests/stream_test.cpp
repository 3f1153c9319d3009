// Streams without sockets: one event for each piece, and each piece has complete characters.
#include "labs/lab6-serving/tests/sessions.h"

namespace gridmark::lab6 {
namespace {

/// The data of events. words  receives the fault
std::vector<std::string> events_in(std::string_view text, std::string& words) {
  std::vector<std::string> events;
  while (!text.empty() && words.empty()) {
    const std::size_t end = text.find("\n\n");
    const std::string_view line = text.substr(0, end);
    if (end == text.npos || line.substr(0, 6) != "data: " || line.find('\n') != line.npos)
      words = shown(text) + " is not an event: \"data: \", then JSON in one line, then an empty line";
    else
      events.emplace_back(line.substr(6));
    text.remove_prefix(end == text.npos ? text.size() : end + 2);
  }
  return events;
}

/// The text of one step's events, which may end the stream. words  receives the fault
struct Piece {
  std::string text;
  bool done = false;
  int tokens = 0, events = 0;
};
Piece piece_of(const Seen& seen, std::string& words) {
  Piece piece;
  const std::vector<std::string> events = events_in(seen.body, words);
  for (std::size_t i = 0; i < events.size() && words.empty(); ++i) {
    if (events[i] == "[DONE]") {
      if (!piece.done || i + 1 < events.size()) words = "[DONE] is the last event, right behind {\"done\": true, ...}";
      return piece;
    }
    const std::optional<Json> object = object_in(events[i], words);
    if (!object) return piece;
    ++piece.events;
    piece.done = object->value("done", Json()) == true;
    const Json tokens = object->value("tokens", Json());
    if (piece.done && !tokens.is_number_integer()) words = shown(events[i]) + " has no whole number \"tokens\"";
    if (piece.done && words.empty()) piece.tokens = tokens.get<int>();
    if (!piece.done && (!object->contains("text") || !(*object)["text"].is_string()))
      words = shown(events[i]) + " is neither {\"text\": \"...\"} nor {\"done\": true, \"tokens\": N}";
    if (words.empty() && !piece.done) piece.text += (*object)["text"].get<std::string>();
  }
  if (words.empty() && piece.done) words = "{\"done\": true, ...} is not followed by data: [DONE]";
  return piece;
}

/// All pieces of a stream, one for handle() and one for each step. words  receives the fault
std::vector<Piece> pieces_of(const Story& story, int reply, std::string& words) {
  std::vector<Piece> pieces;
  for (const Seen& seen : story.of_reply(reply)) {
    if (seen.status != 200 || !seen.streams || seen.type.rfind("text/event-stream", 0) != 0) {
      words =
          fmt::format("expected a stream (`streams`) of text/event-stream with status 200, found status {}, type {}",
                      seen.status, shown(seen.type));
      return pieces;
    }
    pieces.push_back(piece_of(seen, words));
    if (!words.empty()) return pieces;
    if (pieces.back().done == seen.grows)
      words = seen.grows ? "`more` returns false behind [DONE]" : "the stream ends without {\"done\": true, ...}";
  }
  if (words.empty() && (pieces.empty() || !pieces.back().done)) words = "the stream does not end with the last token";
  return pieces;
}

std::string text_of(const std::vector<Piece>& pieces) {
  std::string text;
  for (const Piece& piece : pieces) text += piece.text;
  return text;
}

/// The complete characters in the first bytes of a text.
std::string whole_characters(const std::string& text, std::size_t bytes) {
  std::string whole;
  for (std::size_t at = 0; at < bytes;) {
    const CodePoint one = first_code_point(std::string_view(text).substr(at));
    at += one.length;
    if (at <= bytes) whole = text.substr(0, at);
  }
  return whole;
}

/// The fault of a stream that must have this text, with one byte in each step.
std::string wrong_stream(const Story& story, int reply, const std::string& text) {
  std::string words;
  const std::vector<Piece> pieces = pieces_of(story, reply, words);
  std::string so_far;
  for (std::size_t step = 0; step < pieces.size() && words.empty(); ++step) {
    so_far += pieces[step].text;
    const std::string expected = whole_characters(text, step);
    if (so_far != expected)
      words = fmt::format("after {} tokens its text is {}, expected {}", step, shown(so_far), shown(expected));
    if (words.empty() && pieces[step].text.empty() && pieces[step].events > (pieces[step].done ? 1 : 0))
      words = fmt::format("token {} completes no character, and an event has an empty text", step);
  }
  if (words.empty() && pieces.back().tokens != static_cast<int>(text.size()))
    words = fmt::format("\"tokens\" is {}, expected {}", pieces.back().tokens, text.size());
  return words;
}

/// Runs a session with one stream of this text.
testing::AssertionResult streams(const std::string& text) {
  Session session;
  session.given.length = 1000;
  session.answer(text);
  const int reply = session.generate({{"prompt", "p"}, {"max_tokens", text.size()}, {"stream", true}});
  session.run(static_cast<int>(text.size()) + 2);
  const Story story(session);
  return story.check([&] { return wrong_stream(story, reply, text); });
}

TEST(Stream, AnEventForEachToken) { EXPECT_TRUE(streams("seven frogs \"sing\"\n\\ \x01")); }

TEST(Stream, PiecesOfWholeCharacters) {
  std::string text =
      "\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80"
      "a";
  const std::vector<std::string> characters{"a",
                                            "\xc2\x80",
                                            "\xdf\xbf",
                                            "\xe0\xa0\x80",
                                            "\xed\x9f\xbf",
                                            "\xee\x80\x80",
                                            "\xef\xbf\xbd",
                                            "\xf0\x90\x80\x80",
                                            "\xf4\x8f\xbf\xbf",
                                            "\""};
  for (int i = 0; i < 40; ++i) text += characters[static_cast<std::size_t>(inputs::any_between(0, 9))];
  EXPECT_TRUE(streams(text));
}

TEST(Stream, SeveralAtOnce) {
  Session session;
  session.answer("\xf0\x9f\x98\x80 x").answer("one", 2).answer("whole");
  const int first = session.generate({{"prompt", "1"}, {"max_tokens", 6}, {"stream", true}});
  const int late = session.generate({{"prompt", "2"}, {"max_tokens", 3}, {"stream", true}});
  const int whole = session.generate({{"prompt", "3"}, {"max_tokens", 5}, {"stream", false}});
  session.run(7);
  const Story story(session);
  ASSERT_TRUE(story.verdict());
  EXPECT_TRUE(story.says(wrong_stream(story, first, "\xf0\x9f\x98\x80 x")));
  std::string words;
  const std::vector<Piece> pieces = pieces_of(story, late, words);
  EXPECT_TRUE(story.says(words));
  EXPECT_TRUE(story.says(text_of(pieces) == "one" ? ""
                                                  : "the text of the second of two streams is " +
                                                        shown(text_of(pieces)) + ", expected \"one\""));
  for (std::size_t i = 0; i < 3 && i < pieces.size(); ++i)
    EXPECT_TRUE(story.says(pieces[i].events == 0 ? "" : "an event comes before the first token"));
  EXPECT_TRUE(story.says(story.reply(whole).streams ? "a request with \"stream\": false streams" : ""));
}

TEST(Stream, BytesOfNoCharacter) {
  std::string bytes =
      "a\xff"
      "b\xe2\x82"
      "c\xc3"
      "d\xf0\x9f\x98"
      "e\xc0\xaf\xed\xa0\x80\xf5g\x80";
  for (int i = 0; i < 30; ++i) bytes += static_cast<char>(inputs::any_between(0, 255));
  bytes += "z\xf0\x9f\x98";  // ends in the middle of a character
  Session session;
  session.given.length = 1000;
  session.answer(bytes);
  const int reply = session.generate({{"prompt", "p"}, {"max_tokens", bytes.size()}, {"stream", true}});
  session.run(static_cast<int>(bytes.size()));
  const Story story(session);
  ASSERT_TRUE(story.verdict());
  std::string words;
  const std::vector<Piece> pieces = pieces_of(story, reply, words);
  const std::string expected = replaced_utf8(bytes), text = text_of(pieces);
  if (words.empty() && text != expected) words = "the text is " + shown(text) + ", expected " + shown(expected);
  // Bytes that a later byte cannot change are sent at once, so at most three bytes wait.
  std::string so_far;
  for (std::size_t step = 0; step < pieces.size() && words.empty(); ++step) {
    so_far += pieces[step].text;
    const std::string sure = replaced_utf8(bytes.substr(0, step < 3 ? 0 : step - 3));
    if (so_far.size() < sure.size() - std::min<std::size_t>(sure.size(), 9))
      words = fmt::format("after {} tokens no more than {} is there: a byte that belongs to no character does not wait",
                          step, shown(so_far));
  }
  EXPECT_TRUE(story.says(words));
}

TEST(Stream, ItsErrorsAreFoundFirst) {
  Session session;
  const std::vector<int> refused{session.generate({{"prompt", ""}, {"stream", true}}),
                                 session.generate({{"prompt", std::string(128, 'x')}, {"stream", true}}),
                                 session.generate({{"prompt", "x"}, {"stream", "yes"}}),
                                 session.generate({{"prompt", "x"}, {"stream", 1}}),
                                 session.generate({{"prompt", "x"}, {"n", 2}, {"stream", true}}),
                                 session.generate({{"prompts", {"x"}}, {"stream", true}})};
  const Story story(session);
  ASSERT_TRUE(story.verdict());
  for (const int reply : refused) {
    std::string words =
        wrong_refusal(story.reply(reply), 400, session.given.actions[static_cast<std::size_t>(reply)].body);
    if (words.empty() && story.reply(reply).streams) words = "an error is a whole reply, not a stream";
    EXPECT_TRUE(story.says(words));
  }
  EXPECT_TRUE(story.says(story.submitted().empty() ? "" : "a stream that is refused has reached the engine"));
}

TEST(Stream, AClientThatLeavesEndsItsRequest) {
  Session session;
  session.answer("abcdef").answer("ghijkl");
  const int gone = session.generate({{"prompt", "1"}, {"stream", true}});
  const int stays = session.generate({{"prompt", "2"}, {"max_tokens", 6}, {"stream", true}});
  session.run(2).leave(gone).run(4);
  const Story story(session);
  ASSERT_TRUE(story.verdict());
  const std::vector<Seen> cancelled = story.cancelled();
  EXPECT_TRUE(story.says(
      cancelled.size() == 1 && cancelled[0].number == 1
          ? ""
          : "the client of the first of two streams leaves, and its request is not cancelled, or another one is"));
  EXPECT_TRUE(story.says(wrong_stream(story, stays, "ghijkl")));
}

}  // namespace
}  // namespace gridmark::lab6
