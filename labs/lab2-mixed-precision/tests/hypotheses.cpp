#include "labs/lab2-mixed-precision/tests/hypotheses.h"

#include <deque>
#include <functional>
#include <limits>
#include <map>

#include "labkit/oracle/float_format.h"
#include "labkit/oracle/hypotheses.h"

namespace gridmark::lab2 {
namespace {

using oracle::Hypothesis;
using oracle::Row;
using repairs::Repair;

constexpr double infinity = std::numeric_limits<double>::infinity();

double in_type(Type type, double value) {
  return oracle::rounded_to(type == Type::f16 ? oracle::half_precision : oracle::bfloat16, value);
}
double as_it_is(Type, double value) { return value; }
using Kept = double (*)(Type, double);

/// An answer is rounded once, so it must be exact. Only sums between two numbers of the type may differ.
constexpr double strays = 0.03;
oracle::Observed observed(std::span<const float> values, int columns) {
  return {values, static_cast<std::size_t>(columns), 1e-9, 1e-6, false};
}

std::vector<double> numbers(std::span<const float> values) { return {values.begin(), values.end()}; }

// ------------------------------------------------------------------------------------------- softmax

/// The columns that are in a sum, if each thread of a block of `threads` adds up every threads-th one.
enum class Sums {
  all,
  whole_rounds,   ///< no columns of the last, partial round
  first_warp,     ///< the sums of other warps are lost
  but_last_warp,
  first_half,     ///< of the threads, because the tree begins too late
  even_threads,   ///< the tree ends too early
  own             ///< only the columns of the thread itself
};

/// A way to compute a softmax. The defaults are right.
struct SoftmaxWay {
  bool subtracts = true, divides = true;
  double blind = 0;                          ///< result for a row that has only -Inf
  long first = 0, end = -1, written = -1;    ///< columns in the sum, and columns that are written, -1 for all
  Kept weights = as_it_is, sum = as_it_is;   ///< type of exp() and of the sum before the division
  Kept adds = as_it_is;                      ///< type of the sum while it grows
  double (*power)(double) = std::exp;
  Sums sums = Sums::all;
  long threads = 1;
};

bool counts(const SoftmaxWay& way, long column, long columns, long own) {
  constexpr long warp = 32;
  if (column < way.first || (way.end >= 0 && column >= way.end)) return false;
  const long thread = column % way.threads;
  switch (way.sums) {
    case Sums::all: return true;
    case Sums::whole_rounds: return column < columns / way.threads * way.threads;
    case Sums::first_warp: return thread < warp;
    case Sums::but_last_warp: return thread < way.threads - warp;
    case Sums::first_half: return thread < way.threads / 2;
    case Sums::even_threads: return thread % 2 == 0;
    case Sums::own: return thread == own % way.threads;
  }
  return true;
}

/// exp() of x - greatest, as FP32 has it.
double weight(const SoftmaxWay& way, double x, double greatest) {
  constexpr double exp_ends = 88.7;
  const double exponent = way.subtracts ? x - greatest : x;
  return exponent > exp_ends ? infinity : way.power(exponent);
}

Row softmax_row(const SoftmaxWay& way, Type type, const std::vector<double>& x) {
  const double greatest = *std::max_element(x.begin(), x.end());
  const auto columns = static_cast<long>(x.size());
  if (greatest == -infinity) return Row(x.size(), {way.blind});
  constexpr double exp_is_coarse = -80;
  if (!way.subtracts && greatest < exp_is_coarse) return Row(x.size());
  std::map<long, double> sums;  // one for each thread
  const auto sum_of = [&](long column) {
    const auto [at, fresh] = sums.try_emplace(way.sums == Sums::own ? column % way.threads : 0, 0);
    for (long i = 0; fresh && i < columns; ++i)
      if (counts(way, i, columns, column))
        at->second = way.adds(type, at->second + way.weights(type, weight(way, x[static_cast<std::size_t>(i)], greatest)));
    return at->second;
  };
  Row row;
  for (long i = 0; i < columns; ++i) {
    const double above = way.weights(type, weight(way, x[static_cast<std::size_t>(i)], greatest));
    row.push_back({in_type(type, way.divides ? above / way.sum(type, sum_of(i)) : above)});
  }
  for (long i = way.written < 0 ? columns : way.written; i < columns; ++i)
    row[static_cast<std::size_t>(i)] = {oracle::untouched};
  return row;
}

struct SoftmaxMistake {
  oracle::Diagnosis cause;
  SoftmaxWay way;
};

void add_sums(std::vector<SoftmaxMistake>& to, long threads) {
  const auto add = [&](const char* words, Sums sums, Repair repair = Repair::unknown) {
    to.push_back({{fmt::format(fmt::runtime(words), threads), repair}, {.sums = sums, .threads = threads}});
  };
  add("the sum lacks the columns of the last round of {} threads: a loop leaves out the columns of an incomplete round",
      Sums::whole_rounds);
  add("the weights are divided by the sums of single threads: combine the sums of all {} threads first", Sums::own,
      Repair::combine_sums);
  if (threads <= 32) return;
  add("the sum has only the first warp of {} threads: the sums of the other warps must come through shared memory",
      Sums::first_warp);
  add("the sum lacks the last warp of {} threads: a loop over the warps ends one too early", Sums::but_last_warp);
  add("the sum has only the first half of {} threads: the first step of the reduction must be half of them",
      Sums::first_half, Repair::reduce_from_half);
  add("the sum has only every second thread: the last step of the reduction must be 1", Sums::even_threads);
}

std::vector<SoftmaxMistake> softmax_mistakes(const Softmax& op) {
  std::vector<SoftmaxMistake> mistakes{
      {{"exp() overflows: the greatest element of the row is not subtracted first. Take exp(x - greatest)",
        Repair::subtract_greatest},
       {.subtracts = false}},
      {{"a row of nothing but -Inf is NaN: -Inf - -Inf and 0 / 0 are not numbers. Write zeros into such a row",
        Repair::clear_masked_rows},
       {.blind = oracle::untouched}},
      {"the weights are not divided by their sum", {.divides = false}},
      {"the first column is missing in the sum: a loop starts at 1", {.first = 1}},
      {"the last column is missing in the sum: a loop ends one too early", {.end = op.columns - 1}},
      {"exp() and the sum are rounded before the division: keep both in floats, and round the quotient",
       {.weights = in_type, .sum = in_type}},
      {"exp() is rounded before the division: keep it in a float, and round the quotient", {.weights = in_type}},
      {"the sum is rounded before the division: keep it in a float, and round the quotient", {.sum = in_type}},
      {"the sum is kept in 16 bits: keep it in a float", {.adds = in_type}},
      {"the powers are those of 2: take expf, not exp2f", {.power = std::exp2}}};
  for (const long columns : {32, 64, 128, 256, 512, 1024}) {
    add_sums(mistakes, columns);
    const std::string count = std::to_string(columns);
    const std::string loop = "let each thread take every " + count + "th column in a loop";
    mistakes.push_back({"only the first " + count + " columns are written: " + loop, {.written = columns}});
    mistakes.push_back({"the sum has only the first " + count + " columns: " + loop, {.end = columns}});
    mistakes.push_back({"only the first " + count + " columns are summed up and written: " + loop,
                        {.end = columns, .written = columns}});
  }
  return mistakes;
}

std::vector<Hypothesis> hypotheses_about(const Softmax& op) {
  std::vector<Hypothesis> hypotheses;
  const auto columns = static_cast<std::size_t>(op.columns);
  for (const SoftmaxMistake& mistake : softmax_mistakes(op))
    hypotheses.push_back({mistake.cause,
                          [&op, columns, way = mistake.way](std::size_t row) {
                            return softmax_row(way, op.type, numbers(op.x.values().subspan(row * columns, columns)));
                          },
                          strays});
  return hypotheses;
}

/// More columns than a block has threads, and a row that is masked.
Softmax telling_softmax(Type type, float low, float high) {
  Softmax op;
  op.type = type;
  op.rows = 5, op.columns = 1500;
  std::vector<float> x = rounded(any_values(area(op.rows, op.columns), low, high), type);
  std::fill(x.begin() + op.columns, x.begin() + 2 * op.columns, -INFINITY);
  op.x = channel::In<float>(x);
  op.y = channel::Out<float>(x.size());
  return op;
}

// ------------------------------------------------------------------------------------------- scores

/// A way to compute scores. The defaults are right.
struct ScoresWay {
  std::function<double(double depth)> divisor = [](double depth) { return std::sqrt(depth); };
  Kept products = as_it_is, adds = as_it_is, before_division = as_it_is, queries = as_it_is;
  long first = 0, end = -1;           ///< range of the depth, -1 for all
  long written_q = -1, written_k = -1;
  bool swapped = false;               ///< row of k times column of q
};

/// Row `row` of q or k. Empty after the last row.
std::span<const float> row_of(const channel::In<float>& of, long row, int depth) {
  const auto width = static_cast<std::size_t>(depth), start = static_cast<std::size_t>(row) * width;
  return start + width <= of.size() ? of.values().subspan(start, width) : std::span<const float>();
}

oracle::Element score(const Scores& op, const ScoresWay& way, long row, long column) {
  if ((way.written_q >= 0 && row >= way.written_q) || (way.written_k >= 0 && column >= way.written_k))
    return {oracle::untouched};
  const auto q = row_of(op.q, way.swapped ? column : row, op.depth), k = row_of(op.k, way.swapped ? row : column, op.depth);
  if (q.empty() || k.empty()) return {};
  const double divisor = way.divisor(op.depth);
  double sum = 0;
  for (long i = way.first; i < (way.end < 0 ? op.depth : std::min<long>(op.depth, way.end)); ++i) {
    const auto at = static_cast<std::size_t>(i);
    sum = way.adds(op.type, sum + way.products(op.type, static_cast<double>(q[at]) * static_cast<double>(k[at])));
  }
  return {in_type(op.type, way.before_division(op.type, sum) / divisor)};
}

struct ScoresMistake {
  oracle::Diagnosis cause;
  ScoresWay way;
};

void add_divisors(std::vector<ScoresMistake>& to) {
  const auto add = [&to](oracle::Diagnosis cause, auto divisor) {
    to.push_back({std::move(cause), {}});
    to.back().way.divisor = divisor;
  };
  add({"the scores are not scaled: divide each by sqrt(depth)", Repair::scale_scores}, [](double) { return 1.0; });
  add("the scores are divided by depth, and must be by sqrt(depth)", [](double depth) { return depth; });
  add("the scores are multiplied with sqrt(depth), and must be divided by it",
      [](double depth) { return 1 / std::sqrt(depth); });
  add("the root of the depth is cut to a whole number: divide by sqrtf(depth), a float",
      [](double depth) { return std::trunc(std::sqrt(depth)); });
  add("every score is 0: 1 / sqrt(depth) is computed in whole numbers. Write 1.0f / sqrtf(depth)",
      [](double depth) { return depth < 4 ? 1 : infinity; });
}

void add_loops(std::vector<ScoresMistake>& to, const Scores& op) {
  const auto add = [&to](oracle::Diagnosis cause, auto change) {
    to.push_back({std::move(cause), {}});
    change(to.back().way);
  };
  add("the first product is missing: the loop over the depth starts at 1", [](ScoresWay& way) { way.first = 1; });
  add("the last product is missing: the loop over the depth ends one too early",
      [&](ScoresWay& way) { way.end = op.depth - 1; });
  add("the rows of q and k are swapped: row i of the scores belongs to row i of q", [](ScoresWay& way) { way.swapped = true; });
  for (const long tile : {4, 8, 16, 32, 64, 128, 256}) {
    const auto reach = [tile](long count) { return count < tile ? count : count / tile * tile; };
    const std::string rounded_up = fmt::format(" are never written: the number of blocks is rounded down. Round it up: "
                                               "(size + {}) / {}",
                                               tile - 1, tile);
    add(fmt::format("rows from {} on{}", reach(op.rows_q), rounded_up), [&](ScoresWay& way) { way.written_q = reach(op.rows_q); });
    add(fmt::format("columns from {} on{}", reach(op.rows_k), rounded_up),
        [&](ScoresWay& way) { way.written_k = reach(op.rows_k); });
    add(fmt::format("the last depth % {} products are missing: the loop over the depth ends at a whole tile", tile),
        [&](ScoresWay& way) { way.end = op.depth / tile * tile; });
  }
}

std::vector<ScoresMistake> scores_mistakes(const Scores& op) {
  std::vector<ScoresMistake> mistakes;
  add_divisors(mistakes);
  add_loops(mistakes, op);
  mistakes.push_back({{"the sum is rounded before it is divided: divide the float by sqrt(depth), and round the quotient",
                       Repair::drop_rounding},
                      {}});
  mistakes.back().way.before_division = in_type;
  for (const Kept products : {Kept{as_it_is}, Kept{in_type}}) {
    mistakes.push_back({"the sum is kept in 16 bits: keep it in a float", {}});
    mistakes.back().way.products = products, mistakes.back().way.adds = in_type;
  }
  mistakes.push_back({"each product is rounded to 16 bits: multiply floats", {}});
  mistakes.back().way.products = in_type;
  return mistakes;
}

std::vector<Hypothesis> hypotheses_about(const Scores& op) {
  std::vector<Hypothesis> hypotheses;
  for (const ScoresMistake& mistake : scores_mistakes(op))
    hypotheses.push_back({mistake.cause,
                          [&op, way = mistake.way](std::size_t row) {
                            Row elements;
                            for (long column = 0; column < op.rows_k; ++column)
                              elements.push_back(score(op, way, static_cast<long>(row), column));
                            return elements;
                          },
                          strays});
  return hypotheses;
}

Scores telling_scores(Type type, int rows_q, int rows_k, int depth) {
  Scores op;
  op.type = type;
  op.rows_q = rows_q, op.rows_k = rows_k, op.depth = depth;
  op.q = channel::In<float>(rounded(any_values(area(rows_q, depth), -2, 2), type));
  op.k = channel::In<float>(rounded(any_values(area(rows_k, depth), -2, 2), type));
  op.scores = channel::Out<float>(area(rows_q, rows_k));
  return op;
}

// ------------------------------------------------------------------------------------------- trials

/// Those of `calls` that the function answers. Made once for each type.
template <class Operation>
const std::deque<Operation>& answered(Type type, std::deque<Operation> calls) {
  static std::map<Type, std::deque<Operation>> known;
  const auto [at, fresh] = known.try_emplace(type);
  if (!fresh) return at->second;
  for (Operation& op : calls)
    if (channel::try_out(op)) at->second.push_back(op);
  return at->second;
}

oracle::Trial trial_of(const Softmax& op) {
  return {observed(op.y.values(), op.columns), right_softmax(op), hypotheses_about(op)};
}
oracle::Trial trial_of(const Scores& op) {
  return {observed(op.scores.values(), op.rows_k), right_scores(op), hypotheses_about(op)};
}

template <class Operation>
oracle::Diagnosis common_cause(const Operation& op, const std::deque<Operation>& told) {
  std::vector<oracle::Trial> trials{trial_of(op)};
  for (const Operation& other : told) trials.push_back(trial_of(other));
  return oracle::common_cause(trials);
}

}  // namespace

std::vector<double> right_softmax(const Softmax& op) {
  std::vector<double> expected;
  const auto width = static_cast<std::size_t>(op.columns);
  for (std::size_t row = 0; row < static_cast<std::size_t>(op.rows); ++row) {
    const auto values = op.x.values().subspan(row * width, width);
    const double greatest = *std::max_element(values.begin(), values.end());
    double sum = 0;
    for (const float value : values) sum += std::exp(static_cast<double>(value) - greatest);
    for (const float value : values)
      expected.push_back(std::isinf(greatest) ? 0.0 : std::exp(static_cast<double>(value) - greatest) / sum);
  }
  return expected;
}

std::vector<double> right_scores(const Scores& op) {
  std::vector<double> expected;
  for (long row = 0; row < op.rows_q; ++row)
    for (long column = 0; column < op.rows_k; ++column) {
      const auto q = row_of(op.q, row, op.depth), k = row_of(op.k, column, op.depth);
      expected.push_back(std::inner_product(q.begin(), q.end(), k.begin(), 0.0) / std::sqrt(static_cast<double>(op.depth)));
    }
  return expected;
}

oracle::Diagnosis cause_of(const Softmax& op) {
  return common_cause(op, answered(op.type, std::deque{telling_softmax(op.type, -4, 4), telling_softmax(op.type, 100, 200)}));
}

oracle::Diagnosis cause_of(const Scores& op) {
  return common_cause(op, answered(op.type, std::deque{telling_scores(op.type, 59, 123, 45), telling_scores(op.type, 123, 59, 27)}));
}

}  // namespace gridmark::lab2
