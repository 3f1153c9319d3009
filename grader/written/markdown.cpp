#include "grader/written/markdown.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <utility>

namespace gridmark::written {
namespace {

// Reports by people stay below these limits. Nested marks cost the parser time for each line in proportion to
// their depth. Every row of a table takes memory for all columns of its head, even if the row is short.
constexpr std::size_t most_line_bytes = 10'000, most_report_lines = 3000, most_bars = 64;

struct FreeNode {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
using Tree = std::unique_ptr<cmark_node, FreeNode>;

Tree parse(std::string_view text) {
  cmark_gfm_core_extensions_ensure_registered();
  cmark_parser* parser = cmark_parser_new(CMARK_OPT_VALIDATE_UTF8);
  cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"));
  cmark_parser_feed(parser, text.data(), text.size());
  Tree tree(cmark_parser_finish(parser));
  cmark_parser_free(parser);
  return tree;
}

std::string_view type_of(cmark_node* node) { return cmark_node_get_type_string(node); }

std::string_view literal(cmark_node* node) {
  const char* text = cmark_node_get_literal(node);
  return text == nullptr ? std::string_view() : std::string_view(text);
}

/// A line without words, or with the starter's placeholder: "Hypothesis: TODO".
bool says_nothing(std::string_view line) {
  const bool blank =
      std::all_of(line.begin(), line.end(), [](unsigned char c) { return std::isspace(c) != 0; });
  return blank || line.find("TODO") != line.npos;
}

bool says_something(const std::string& words) {
  std::string_view rest = words;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    if (!says_nothing(rest.substr(0, end))) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

/// Comments of a claims block are the starter's.
bool claims_something(const std::string& code) {
  std::string lines = code;
  for (auto at = lines.find('#'); at != lines.npos; at = lines.find('#', at))
    lines.erase(at, std::min(lines.find('\n', at), lines.size()) - at);
  return says_something(lines);
}

/// The lines that the student wrote.
std::string own_lines(std::string_view text) {
  std::string own;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    if (!says_nothing(text.substr(0, end))) own.append(text.substr(0, end)).push_back('\n');
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return own;
}

class Walk {
 public:
  Document read(cmark_node* root) {
    document_.sections.emplace_back();
    cmark_iter* iterator = cmark_iter_new(root);
    for (cmark_event_type event; (event = cmark_iter_next(iterator)) != CMARK_EVENT_DONE;) {
      cmark_node* node = cmark_iter_get_node(iterator);
      if (event == CMARK_EVENT_ENTER) enter(node, type_of(node));
      if (event == CMARK_EVENT_EXIT) leave(type_of(node));
    }
    cmark_iter_free(iterator);
    return std::move(document_);
  }

 private:
  Section& section() { return document_.sections.back(); }

  void enter(cmark_node* node, std::string_view type) {
    if (type == "heading" || type == "paragraph" || type == "table_cell") {
      words_.clear();
      shows_picture_ = false;
      line_ = cmark_node_get_start_line(node);
      level_ = type == "heading" ? cmark_node_get_heading_level(node) : 0;
    } else if (type == "table") {
      section().tables.emplace_back();
    } else if (type == "table_header" || type == "table_row") {
      section().tables.back().push_back({cmark_node_get_start_line(node), {}});
    } else if (type == "text" || type == "code") {
      words_ += literal(node);
    } else if (type == "softbreak" || type == "linebreak") {
      words_ += '\n';
    } else if (type == "code_block") {
      add_fence(node);
    } else if (type == "image" || type == "link") {
      if (type == "image") section().has_picture |= is_new_picture(cmark_node_get_url(node));
      document_.pictures.push_back({line_, cmark_node_get_url(node)});
      shows_picture_ |= type == "image";
    } else if (type == "html_block" || type == "html_inline") {
      add_html_pictures(node);
    }
  }

  void leave(std::string_view type) {
    if (type == "heading") {
      document_.sections.push_back({words_, level_, line_, {}, {}});
    } else if (type == "paragraph") {
      section().has_content |= says_something(words_) || (shows_picture_ && !has_todo());
      add_words(words_);
      section().texts.push_back({line_, words_});
    } else if (type == "table_cell") {
      const Table& table = section().tables.back();
      section().has_content |= table.size() > 1 && says_something(words_);
      add_words(words_);
      section().tables.back().back().cells.push_back(words_);
    }
  }

  void add_words(const std::string& text) { section().words.merge(words_of(own_lines(text))); }

  bool is_new_picture(std::string_view target) const {
    return std::none_of(document_.pictures.begin(), document_.pictures.end(),
                        [&](const Picture& picture) { return picture.target == target; });
  }

  void add_fence(cmark_node* node) {
    int length = 0, offset = 0;
    char mark = 0;
    const bool fenced = cmark_node_get_fenced(node, &length, &offset, &mark) != 0;
    Fence fence{cmark_node_get_start_line(node), {}, std::string(literal(node)), true};
    if (fenced) fence.language = cmark_node_get_fence_info(node);
    const auto lines = std::count(fence.code.begin(), fence.code.end(), '\n');
    fence.closed = !fenced || cmark_node_get_end_line(node) > fence.line + lines;
    section().has_content |=
        fence.language == "claims" ? claims_something(fence.code) : says_something(fence.code);
    add_words(fence.code);
    document_.fences.push_back(std::move(fence));
  }

  /// <img src="results/sweep.svg">, which many students write to set its width.
  void add_html_pictures(cmark_node* node) {
    std::string_view html = literal(node);
    const int line = std::max(cmark_node_get_start_line(node), line_);
    if (html.starts_with("<!--")) return;
    for (auto at = html.find("<img"); at != html.npos; at = html.find("<img")) {
      html.remove_prefix(at + 4);
      const std::string_view tag = html.substr(0, html.find('>'));
      const auto source = tag.find("src=\"");
      if (source == tag.npos) continue;
      shows_picture_ = true;  // for the paragraph, if the picture is inline
      const std::string_view target = tag.substr(source + 5);
      const std::string source_file(target.substr(0, target.find('"')));
      section().has_picture |= is_new_picture(source_file);
      document_.pictures.push_back({line, source_file});
      section().has_content = true;
    }
  }

  /// A picture within a line of the starter is the starter's example.
  bool has_todo() const { return words_.find("TODO") != words_.npos; }

  Document document_;
  std::string words_;
  bool shows_picture_ = false;
  int line_ = 1, level_ = 0;
};

/// Why a line of the report is too much for the parser, or nothing.
std::optional<std::string> refused_line(std::string_view text, std::size_t number) {
  if (text.find('\0') != text.npos) return "this is not text: it has a zero byte. Save it as UTF-8";
  if (text.size() > most_line_bytes)
    return fmt::format("this line has {} bytes, expected at most {}. Put pictures under results/",
                       text.size(), most_line_bytes);
  const auto bars = std::count(text.begin(), text.end(), '|');
  if (bars > static_cast<std::ptrdiff_t>(most_bars))
    return fmt::format("this line has {} bars, expected at most {}. Put large tables under results/", bars,
                       most_bars);
  if (number > most_report_lines)
    return fmt::format("the report goes on after line {}. Put long logs under results/", most_report_lines);
  return std::nullopt;
}

}  // namespace

std::set<std::string> words_of(std::string_view text) {
  constexpr std::size_t bytes_of_two_signs = 6;
  const auto is_part = [](unsigned char c) { return std::isalnum(c) || c == '_' || c >= 0x80; };
  std::set<std::string> words;
  for (auto at = text.begin(); at != text.end();) {
    const auto begin = std::find_if(at, text.end(), is_part);
    at = std::find_if_not(begin, text.end(), is_part);
    std::string word;
    for (auto c = begin; c != at; ++c) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(*c)));
      if (word.size() < bytes_of_two_signs || static_cast<unsigned char>(word.front()) < 0xE0) continue;
      words.insert(std::exchange(word, ""));
    }
    if (word.size() > 1) words.insert(std::move(word));
  }
  return words;
}

tl::expected<Document, WrittenFinding> read_markdown(std::string_view text) {
  std::size_t number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find_first_of("\r\n"));
    if (const auto why = refused_line(line, ++number))
      return tl::unexpected(WrittenFinding{*why, Place{report_name, static_cast<int>(number)}});
    rest.remove_prefix(line.size());
    rest.remove_prefix(rest.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, rest.size()));
  }
  const Tree tree = parse(text);
  return Walk().read(tree.get());
}

}  // namespace gridmark::written
