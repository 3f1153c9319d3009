#include "grader/load/written_part_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"
#include "grader/core/value_limits.h"
#include "grader/load/json_document.h"

namespace gridmark::load {
namespace {

constexpr Range point_count{2, 10'000, "a whole number of rows, 2 to 10000"};
constexpr Range speed{1e-3, 1e30, "operations a second, 0.001 to 1e30"};
constexpr Range amount_of_work{1e-9, 1e9, "a number, 1e-9 to 1e9"};
constexpr Range power_of_size{0, 10, "a number, 0 to 10"};
constexpr Range step_count{1, 20, "a whole number of steps, 1 to 20"};
constexpr std::string_view reserved_id = "device";  // in a claims block, the device of the times

bool has(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// `name`, which must be one of `there`.
std::string known(const Node& node, std::string_view what, const std::vector<std::string>& there) {
  std::string name = node.text(1, 64);
  if (!has(there, name))
    node.fail(fmt::format("found {}, expected {}{}", in_quotes(name), what, suggestion(name, there)));
  return name;
}

std::vector<std::string> distinct_texts(const Node& node, std::size_t most) {
  std::vector<std::string> all;
  for (const Node& element : node.elements(most)) {
    all.push_back(element.text(1, 64));
    if (std::count(all.begin(), all.end(), all.back()) > 1) element.expected("each of them once");
  }
  if (all.empty()) node.expected("at least one");
  return all;
}

RequiredClaim read_required_claim(const Node& node) {
  node.keys({"id", "title", "unit", "measurement", "from", "flavour"});
  RequiredClaim claim;
  claim.id = read_id(node["id"]);
  if (claim.id == reserved_id) node["id"].expected("another id: \"device\" names the device of the times");
  if (const auto title = node.find("title")) claim.title = title->text(1, 256);
  claim.unit = node["unit"].text(1, 64);
  if (const auto measurement = node.find("measurement")) claim.measurement = measurement->text(1, 256);
  const auto from = node.find("from"), flavour = node.find("flavour");
  if (from) claim.from = from->text(1, 256);
  if (flavour) claim.flavour = flavour->one_of<Flavour>();
  if (from && claim.measurement.empty()) from->fail("found no \"measurement\" next to it, expected one");
  if (flavour && !from)
    flavour->fail("found no \"from\" next to it. Leave out both, and the rubric's target decides");
  return claim;
}

/// "results/NAME.EXTENSION": one folder, plain names.
std::string read_result_name(const Node& node, const std::vector<std::string>& extensions) {
  const std::string name = node.text(1, 128);
  const std::string_view folder = "results/";
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  const bool named =
      name.starts_with(folder) && name.size() > folder.size() && name[folder.size()] != '.' &&
      std::all_of(name.begin() + static_cast<std::ptrdiff_t>(folder.size()), name.end(), plain);
  const bool ends = std::any_of(extensions.begin(), extensions.end(),
                                [&](const std::string& extension) { return name.ends_with(extension); });
  if (!named || !ends)
    node.expected("a file of results/ that ends in " + extensions.front() +
                  (extensions.size() > 1 ? " or " + extensions.back() : ""));
  return name;
}

PlotFact read_fact(const Node& node, const RequiredPlot& plot, const std::vector<std::string>& claims) {
  using Kind = PlotFact::Kind;
  node.keys({"fact", "column", "over", "below", "at", "claim", "values"});
  const auto column = [&](std::string_view key) {
    return known(node[key], "one of the plot's columns", plot.columns);
  };
  PlotFact fact;
  fact.kind = node["fact"].one_of<Kind>();
  fact.over = column("over");
  if (fact.kind != Kind::covers) fact.column = column("column");
  if (fact.kind == Kind::crossover) fact.below = column("below");
  if (fact.kind == Kind::value) fact.at = node["at"].number(any_number);
  if (fact.kind == Kind::crossover || fact.kind == Kind::value)
    fact.claim = known(node["claim"], "the id of a claim", claims);
  if (fact.kind == Kind::covers)
    for (const Node& value : node["values"].elements()) fact.values.push_back(value.number(any_number));
  return fact;
}

MeasuredColumn read_measured(const Node& node, const RequiredPlot& plot) {
  node.keys({"column", "operations", "power", "per_second"});
  MeasuredColumn measured;
  measured.column = known(node["column"], "one of the plot's columns", plot.columns);
  measured.operations = node["operations"].number(amount_of_work);
  measured.power = node["power"].number(power_of_size);
  const std::vector<Node> speeds = node["per_second"].elements(2);
  if (speeds.size() == 2)
    measured.slowest = speeds[0].number(speed), measured.fastest = speeds[1].number(speed);
  if (!(measured.slowest < measured.fastest))
    node["per_second"].expected("the slowest and the fastest speed, in this order");
  return measured;
}

ModelledColumns read_modelled(const Node& node) {
  node.keys({"plot", "from"});
  return {node["plot"].text(1, 256), node["from"].text(1, 256)};
}

RequiredPlot read_plot(const Node& node, const std::vector<std::string>& claims) {
  node.keys({"image", "data", "columns", "points", "facts", "modelled", "measured"});
  RequiredPlot plot;
  plot.image = read_result_name(node["image"], {".svg", ".png"});
  plot.data = read_result_name(node["data"], {".csv"});
  plot.columns = distinct_texts(node["columns"], 64);
  plot.points = static_cast<int>(node["points"].whole(point_count));
  if (const auto facts = node.find("facts"))
    for (const Node& fact : facts->elements(50)) plot.facts.push_back(read_fact(fact, plot, claims));
  if (const auto modelled = node.find("modelled")) plot.modelled = read_modelled(*modelled);
  if (const auto measured = node.find("measured"))
    for (const Node& column : measured->elements(64)) plot.measured.push_back(read_measured(column, plot));
  return plot;
}

/// A claim without a comparison would give points for any number.
void check_that_claims_are_judged(const Node& claims, const WrittenPart& part) {
  const std::vector<Node> nodes = claims.elements(100);
  for (std::size_t i = 0; i < part.claims.size(); ++i) {
    const RequiredClaim& claim = part.claims[i];
    const bool by_fact = std::any_of(part.plots.begin(), part.plots.end(), [&](const RequiredPlot& plot) {
      return std::any_of(plot.facts.begin(), plot.facts.end(),
                         [&](const PlotFact& fact) { return fact.claim == claim.id; });
    });
    if (claim.measurement.empty() && !by_fact)
      nodes[i].fail(
          "found no \"measurement\" and no fact of a plot that names this claim, expected one of them");
  }
}

}  // namespace

std::string read_id(const Node& node) {
  const std::string id = node.text(1, 64);
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  if (!std::all_of(id.begin(), id.end(), allowed)) node.expected("an id of a-z, 0-9 and _");
  return id;
}

WrittenPart read_written_part(const Node& node) {
  node.keys({"sections", "claims", "plots", "work_log"});
  WrittenPart part;
  std::vector<std::string> claims;
  if (const auto sections = node.find("sections")) part.sections = distinct_texts(*sections, 50);
  if (const auto list = node.find("claims"))
    for (const Node& element : list->elements(100)) {
      part.claims.push_back(read_required_claim(element));
      if (has(claims, part.claims.back().id)) element["id"].expected("an id that no other claim has");
      claims.push_back(part.claims.back().id);
    }
  if (const auto plots = node.find("plots"))
    for (const Node& plot : plots->elements(20)) part.plots.push_back(read_plot(plot, claims));
  if (const auto steps = node.find("work_log")) part.work_log = static_cast<int>(steps->whole(step_count));
  if (const auto list = node.find("claims"); list && !node.failed())
    check_that_claims_are_judged(*list, part);
  return part;
}

}  // namespace gridmark::load
