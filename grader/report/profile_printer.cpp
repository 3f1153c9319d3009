#include "grader/report/profile_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "grader/core/number_text.h"
#include "grader/report/source_excerpt.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

std::int64_t cost(const CallCounts& counts) {
  return counts.loads.sectors + counts.stores.sectors + counts.shared.wavefronts;
}

const CallProfile* of_the_same_call(const std::vector<CallProfile>& calls, const std::string& call) {
  const auto found =
      std::find_if(calls.begin(), calls.end(), [&](const CallProfile& one) { return one.call == call; });
  return found == calls.end() ? nullptr : &*found;
}

/// 1234567 -> "1,234,567"
std::string grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

std::string ratio(std::int64_t a, std::int64_t b) {
  return b == 0 ? "-" : number_text(static_cast<double>(a) / static_cast<double>(b));
}

struct Row {
  std::string what, yours, reference;
};

/// A row for each count that one of the two has.
class Table {
 public:
  Table(const CallCounts& yours, const CallCounts* reference) : yours_(yours), reference_(reference) {}

  std::vector<Row> rows() && {
    add("launches", [](const CallCounts& c) { return grouped(c.launches); });
    if (any([](const CallCounts& c) { return c.loads.requests + c.stores.requests; })) global();
    if (any([](const CallCounts& c) { return c.shared.requests; })) {
      add("shared memory, wavefronts", [](const CallCounts& c) { return grouped(c.shared.wavefronts); });
      add("  of them bank conflicts", [](const CallCounts& c) { return grouped(c.shared.conflicts()); });
    }
    add("floating-point operations", [](const CallCounts& c) { return grouped(c.flops); });
    return std::move(rows_);
  }

 private:
  void global() {
    add("global memory, sectors",
        [](const CallCounts& c) { return grouped(c.loads.sectors + c.stores.sectors); });
    add("  over those needed", [](const CallCounts& c) {
      return ratio(c.loads.sectors + c.stores.sectors, c.loads.ideal_sectors + c.stores.ideal_sectors);
    });
    add("  bytes loaded", [](const CallCounts& c) { return grouped(c.loads.bytes); });
    add("  bytes stored", [](const CallCounts& c) { return grouped(c.stores.bytes); });
  }

  template <class Value>
  bool any(Value value) const {
    return value(yours_) > 0 || (reference_ != nullptr && value(*reference_) > 0);
  }

  template <class Text>
  void add(const std::string& what, Text text) {
    rows_.push_back({what, text(yours_), reference_ == nullptr ? "" : text(*reference_)});
  }

  const CallCounts& yours_;
  const CallCounts* reference_;
  std::vector<Row> rows_;
};

/// "2,097,152 requests, 8,650,752 sectors (4.12 x those needed), 8,388,608 bytes"
std::string words(const GlobalCounts& counts) {
  return fmt::format("{} requests, {} sectors ({} x those needed), {} bytes", grouped(counts.requests),
                     grouped(counts.sectors), ratio(counts.sectors, counts.ideal_sectors),
                     grouped(counts.bytes));
}

std::string words(const SharedCounts& counts) {
  return fmt::format("{} requests, {} wavefronts, {} bank conflicts", grouped(counts.requests),
                     grouped(counts.wavefronts), grouped(counts.conflicts()));
}

class ProfilePage {
 public:
  ProfilePage(const ProfileView& view, const TerminalOptions& options) : view_(view), options_(options) {}

  std::string finish() && { return std::move(text_); }

  void call(const CallProfile& profile) {
    const CallProfile* reference = of_the_same_call(view_.reference, profile.call);
    line("");
    line(fmt::format("{:<44}{:>18}{:>18}", printable(profile.call), "yours",
                     reference == nullptr ? "" : "reference"));
    for (const Row& row : Table(profile.counts, reference ? &reference->counts : nullptr).rows())
      line(fmt::format("  {:<42}{:>18}{:>18}", row.what, row.yours, row.reference));
    lines(profile);
  }

 private:
  void lines(const CallProfile& profile) {
    std::vector<const LineCounts*> hot;
    for (const LineCounts& one : profile.lines)
      if (one.cost() > 0) hot.push_back(&one);
    std::stable_sort(hot.begin(), hot.end(), [](auto a, auto b) { return a->cost() > b->cost(); });
    const std::size_t all = hot.size();
    hot.resize(std::min(all, view_.top));
    if (!hot.empty()) line("  hot lines");
    for (const LineCounts* one : hot) source_line(*one);
    if (hot.size() < all)
      line(fmt::format("    and {} of less traffic (--top {} shows all)", all - hot.size(), all));
  }

  void source_line(const LineCounts& one) {
    const std::string place = one.place.file.empty() ? "(line unknown)" : printable(place_text(one.place));
    line("    " + paint("1", place) + paint("2", " in " + printable(one.kernel)));
    for (const std::string& shown : source_excerpt(view_.run.sources, one.place, 0))
      line("      " + paint("33", shown));
    if (one.loads.requests > 0) line("        loads   " + words(one.loads));
    if (one.stores.requests > 0) line("        stores  " + words(one.stores));
    if (one.shared.requests > 0) line("        shared  " + words(one.shared));
  }

  void line(const std::string& text) { text_ += text + "\n"; }

  std::string paint(const char* code, const std::string& text) const {
    return options_.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
  }

  const ProfileView& view_;
  TerminalOptions options_;
  std::string text_;
};

std::string failures(const TestRun& run) {
  const auto failed = std::count_if(run.tests.begin(), run.tests.end(),
                                    [](const TestResult& test) { return test.outcome != Outcome::passed; });
  if (failed == 0) return "";
  return fmt::format("\n{} of {} tests fail: counts of a wrong product mean little (gridmark test {})\n",
                     failed, run.tests.size(), printable(run.lab));
}

}  // namespace

std::vector<const CallProfile*> telling_calls(const std::vector<CallProfile>& calls,
                                              const std::vector<CallProfile>& reference) {
  std::vector<const CallProfile*> chosen;
  const auto weight = [&](const CallProfile& call) {
    return std::tuple(of_the_same_call(reference, call.call) != nullptr, cost(call.counts));
  };
  for (const CallProfile& call : calls) {
    const auto known = std::find_if(chosen.begin(), chosen.end(),
                                    [&](const CallProfile* one) { return one->operation == call.operation; });
    if (known == chosen.end())
      chosen.push_back(&call);
    else if (weight(call) > weight(**known))
      *known = &call;
  }
  return chosen;
}

std::string print_profile(const ProfileView& view, const TerminalOptions& options) {
  ProfilePage page(view, options);
  for (const CallProfile* call : telling_calls(view.calls, view.reference)) page.call(*call);
  std::string text = std::move(page).finish();
  if (view.calls.empty() && !view.run.tests.empty())
    text += "\nno call was answered, so nothing was counted\n";
  return text + failures(view.run) +
         "\nCounted on the emulated device. A sector is 32 bytes. This is not a grade.\n";
}

}  // namespace gridmark::report
