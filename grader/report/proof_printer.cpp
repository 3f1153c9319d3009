#include "grader/report/proof_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t name_columns = 21;  // "reply: last_element"
constexpr std::size_t mark_columns = 5;

std::string mark(const Proof& proof, bool colour) {
  const bool warns = proof.holds() && !proof.warnings.empty();
  const char* word = !proof.holds() ? "FAIL" : warns ? "note" : "ok  ";
  const char* paint = !proof.holds() ? "31" : warns ? "33" : "32";
  return colour ? fmt::format("\033[{}m{}\033[0m", paint, word) : word;
}

std::string indented(const std::string& message, std::size_t by, std::size_t width) {
  std::string text;
  for (const std::string& line : wrapped(printable(message), width - by))
    text += std::string(by, ' ') + line + "\n";
  return text;
}

Json texts(const std::vector<std::string>& all) {
  Json list = Json::array();
  for (const std::string& one : all) list.push_back(valid_utf8(one));
  return list;
}

Json to_json(const Place& place) { return {{"file", valid_utf8(place.file)}, {"line", place.line}}; }

Json to_json(const Fix& fix) {
  return {
      {"place", to_json(fix.place)}, {"text", valid_utf8(fix.text)}, {"replaces", valid_utf8(fix.replaces)}};
}

Json to_json(const LostItem& one) {
  Json json = {{"item", valid_utf8(one.item)},
               {"reason", valid_utf8(one.reason)},
               {"fixes", Json::array()},
               {"stated", one.stated}};
  if (one.place) json["place"] = to_json(*one.place);
  json["line"] = valid_utf8(one.line);
  for (const Fix& fix : one.fixes) json["fixes"].push_back(to_json(fix));
  return json;
}

Json to_json(const std::vector<LostItem>& all) {
  Json list = Json::array();
  for (const LostItem& one : all) list.push_back(to_json(one));
  return list;
}

Json to_json(const VerifiedCase& one) {
  return {{"lab", valid_utf8(one.group)},
          {"name", valid_utf8(one.name)},
          {"kind", name_of(one.kind)},
          {"passed", !one.failed()},
          {"points", one.points.value()},
          {"max_points", one.max_points.value()},
          {"seconds", one.seconds},
          {"skipped", valid_utf8(one.skipped)},
          {"complaints", texts(one.complaints)},
          {"diff", valid_utf8(one.diff)},
          {"why", valid_utf8(one.why)},
          {"mistake", valid_utf8(one.mistake)},
          {"topic", name_of(one.topic)},
          {"explanations", to_json(one.explanations)}};
}

Json to_json(const Proof& proof) {
  return {{"lab", valid_utf8(proof.lab)},
          {"name", valid_utf8(proof.name)},
          {"holds", proof.holds()},
          {"found", valid_utf8(proof.found)},
          {"complaints", texts(proof.complaints)},
          {"warnings", texts(proof.warnings)}};
}

}  // namespace

std::string print_proof(const Proof& proof, const TerminalOptions& options) {
  const std::size_t width = std::clamp<std::size_t>(options.width, 60, 120);
  const std::size_t margin = mark_columns + name_columns;
  const std::string found = indented(proof.found, margin, width);
  std::string text = fmt::format("{} {}{}", mark(proof, options.colour), padded(proof.name, name_columns),
                                 found.substr(margin));
  for (const std::string& complaint : proof.complaints) text += indented(complaint, mark_columns + 2, width);
  for (const std::string& warning : proof.warnings)
    text += indented("note: " + warning, mark_columns + 2, width);
  return text;
}

std::string print_proofs_closing(const std::vector<Proof>& proofs) {
  struct Count {
    std::size_t all = 0, holding = 0;
    std::string failed;
  };
  std::map<std::string, Count> labs;
  for (const Proof& proof : proofs) {
    Count& count = labs[proof.lab];
    ++count.all;
    count.holding += proof.holds() ? 1 : 0;
    if (!proof.holds()) count.failed += (count.failed.empty() ? "" : ", ") + proof.name;
  }
  std::string text;
  for (const auto& [lab, count] : labs)
    text += count.failed.empty() ? fmt::format("{}: all {} proofs hold\n", lab, count.all)
                                 : fmt::format("{}: {} of {} proofs hold, not: {}\n", lab, count.holding,
                                               count.all, count.failed);
  return text;
}

std::string print_verification_json(const std::vector<VerifiedCase>& cases,
                                    const std::vector<Proof>& proofs) {
  Json json = {{"passed", true}, {"cases", Json::array()}, {"proofs", Json::array()}};
  for (const VerifiedCase& one : cases) json["cases"].push_back(to_json(one));
  for (const Proof& proof : proofs) json["proofs"].push_back(to_json(proof));
  json["passed"] =
      std::none_of(cases.begin(), cases.end(), [](const VerifiedCase& one) { return one.failed(); }) &&
      std::all_of(proofs.begin(), proofs.end(), [](const Proof& proof) { return proof.holds(); });
  return json.dump(2) + "\n";
}

}  // namespace gridmark::report
