#include "labs/lab4-memory/tests/hypotheses.h"

#include <deque>
#include <limits>

#include "labkit/oracle/float_format.h"
#include "labkit/oracle/product_rows.h"

namespace gridmark::lab4 {

using repairs::Repair;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr long tile_sizes[] = {8, 16, 32, 64, 128};

double in_half(double value) { return oracle::rounded_to(oracle::half_precision, value); }
double as_it_is(double value) { return value; }

/// The values that an online softmax scales when it finds a larger score.
enum class Rescales { both, sum_alone, output_alone, nothing };
/// The value that is subtracted from each score before exp().
enum class Subtracts { greatest, nothing };
enum class Divides { by_sum, not_at_all };
enum class Lse { right, without_greatest, greatest_alone, sum_alone, binary };

/// A way to compute an attention. The defaults are right.
struct Way {
  double scale = 0;                  ///< factor of a score, 0 for 1 / sqrt(d)
  long first_x = 0, end_x = 64;      ///< range of q's and k's elements in a score
  long first_key = 0, end_key = -1;  ///< -1: all
  long zero_keys_to = 0;             ///< keys that are zeros, up to this one
  bool causal_counts = true, causal_from_first_key = false;
  long causal_shift = 0;             ///< number of additional keys that a query sees
  bool first_keys_for_all = false;   ///< uses the keys and values of matrix 0 for all
  bool values_are_keys = false;
  long tile = 1;                     ///< number of keys between two updates of the greatest score
  Rescales rescales = Rescales::both;
  Subtracts subtracts = Subtracts::greatest;
  Divides divides = Divides::by_sum;
  Lse lse = Lse::right;
  double blind = 0;                  ///< o of a row that does not see any key
  double (*kept)(double) = as_it_is; ///< rounding of keys and values in shared memory
  long written_queries = -1;         ///< rows of each matrix, -1 for all
  long written_matrices = -1;
};

/// One row of an attention, key by key.
class RowOf {
 public:
  RowOf(const AttentionInputs& inputs, const Way& way, std::size_t row)
      : in_(inputs), way_(way), row_(row), o_(static_cast<std::size_t>(inputs.shape.d)) {}

  oracle::Row computed() {
    const AttentionShape& s = in_.shape;
    if (way_.written_queries >= 0 && query() >= way_.written_queries) return untouched();
    if (way_.written_matrices >= 0 && matrix() >= way_.written_matrices) return untouched();
    const long end = way_.end_key < 0 ? s.keys : std::min<long>(way_.end_key, s.keys);
    add_keys(way_.first_key, end);
    if (way_.zero_keys_to > end) add_keys(end, way_.zero_keys_to);
    return result();
  }

 private:
  long matrix() const { return static_cast<long>(row_) / in_.shape.queries; }
  long query() const { return static_cast<long>(row_) % in_.shape.queries; }

  bool sees(long key) const {
    const AttentionShape& s = in_.shape;
    if (!s.causal || !way_.causal_counts) return true;
    return key <= query() + (way_.causal_from_first_key ? 0 : s.keys - s.queries) + way_.causal_shift;
  }

  double element(const std::vector<float>& of, long key, long x) const {
    const AttentionShape& s = in_.shape;
    if (key >= s.keys) return 0;
    const long from = way_.first_keys_for_all ? 0 : matrix();
    return way_.kept(static_cast<double>(of[static_cast<std::size_t>((from * s.keys + key) * s.d + x)]));
  }

  double score(long key) const {
    const long d = in_.shape.d;
    double sum = 0;
    for (long x = way_.first_x; x < std::min(d, way_.end_x); ++x)
      sum += static_cast<double>(in_.q[row_ * static_cast<std::size_t>(d) + static_cast<std::size_t>(x)]) *
             element(in_.k, key, x);
    return sum * (way_.scale == 0 ? 1 / std::sqrt(static_cast<double>(d)) : way_.scale);
  }

  /// Adds keys in tiles, each with one update of the greatest score.
  void add_keys(long first, long end) {
    for (long start = first; start < end; start += way_.tile) {
      std::vector<long> keys;
      std::vector<double> scores;
      for (long key = start; key < std::min(end, start + way_.tile); ++key)
        if (sees(key)) keys.push_back(key), scores.push_back(score(key));
      if (!keys.empty()) add_tile(keys, scores);
    }
  }

  void add_tile(const std::vector<long>& keys, const std::vector<double>& scores) {
    const double before = greatest_;
    greatest_ = std::max(greatest_, *std::max_element(scores.begin(), scores.end()));
    const bool subtracts = way_.subtracts == Subtracts::greatest;
    const double factor = subtracts ? std::exp(before - greatest_) : 1;
    if (way_.rescales == Rescales::both || way_.rescales == Rescales::sum_alone) sum_ *= factor;
    if (way_.rescales == Rescales::both || way_.rescales == Rescales::output_alone)
      for (double& value : o_) value *= factor;
    for (std::size_t i = 0; i < keys.size(); ++i)
      add_key(keys[i], std::exp(scores[i] - (subtracts ? greatest_ : 0)));
  }

  void add_key(long key, double weight) {
    sum_ += weight;
    for (std::size_t x = 0; x < o_.size(); ++x)
      o_[x] += weight * element(way_.values_are_keys ? in_.k : in_.v, key, static_cast<long>(x));
  }

  double lse() const {
    const double base = way_.subtracts == Subtracts::greatest ? greatest_ : 0;
    switch (way_.lse) {
      case Lse::right: return base + std::log(sum_);
      case Lse::without_greatest: return std::log(sum_);
      case Lse::greatest_alone: return greatest_;
      case Lse::sum_alone: return sum_;
      case Lse::binary: return greatest_ + std::log2(sum_);
    }
    return 0;
  }

  oracle::Row result() const {
    constexpr double exp_ends = 88.7, exp_is_coarse = -80;  // in FP32
    if (greatest_ == -infinity) return blind();
    const bool bare = way_.subtracts == Subtracts::nothing;
    if (bare && greatest_ > exp_ends) return filled(oracle::untouched, infinity);
    if (bare && greatest_ < exp_is_coarse) return oracle::Row(o_.size() + 1);
    oracle::Row row;
    for (const double value : o_) row.push_back({way_.divides == Divides::by_sum ? value / sum_ : value});
    row.push_back({lse() / 10});
    return row;
  }

  oracle::Row blind() const {
    oracle::Row row = filled(way_.blind, -infinity);
    if (way_.blind != 0) row.back().push_back(oracle::untouched);  // lse may still be right
    return row;
  }

  oracle::Row filled(double o, double lse) const {
    oracle::Row row(o_.size(), {o});
    row.push_back({lse / 10});
    return row;
  }
  oracle::Row untouched() const { return filled(oracle::untouched, oracle::untouched); }

  const AttentionInputs& in_;
  Way way_;
  std::size_t row_;
  std::vector<double> o_;
  double sum_ = 0, greatest_ = -infinity;
};

struct Mistake {
  oracle::Diagnosis cause;
  Way way;
};


void add_scales(std::vector<Mistake>& to, double d) {
  const auto add = [&to](oracle::Diagnosis cause, double scale) { to.push_back({std::move(cause), {.scale = scale}}); };
  constexpr double nothing = 1e-300;  // 0 selects the right scale
  add("the scores are not scaled: multiply each by 1 / sqrt(d)", 1);
  add({"every score is 0: the scale 1 / sqrt(d) is computed in whole numbers. Write 1.0f / sqrtf(d)", Repair::keep_root},
      std::trunc(1 / std::trunc(std::sqrt(d))) == 0 ? nothing : 1);
  add({"the scale is 1 / int(sqrt(d)): the root is cut to a whole number. Write 1.0f / sqrtf(d)", Repair::keep_root},
      1 / std::trunc(std::sqrt(d)));
  add("the scores are divided by d, and must be by sqrt(d)", 1 / d);
  add("the scores are multiplied with sqrt(d), and must be divided by it", std::sqrt(d));
  add("the scores are scaled twice", 1 / d);
  for (const double other : {16.0, 32.0, 64.0})
    add(fmt::format("the scale is that of d = {}: take the d of the call, not the size of an array", other),
        1 / std::sqrt(other));
}

void add_masks(std::vector<Mistake>& to) {
  const auto shifted = [&to](const char* keys, long by, Repair repair = Repair::unknown) {
    to.push_back({{fmt::format("the causal mask is off by one: each query sees one key too {}. It sees the keys j <= i + "
                               "keys - queries",
                               keys),
                   repair},
                  {.causal_shift = by}});
  };
  shifted("few", -1, Repair::see_own_key);
  shifted("many", 1);
  to.push_back({{"the causal mask counts from the first key, j <= i, and must from the last one: j <= i + keys - queries",
                 Repair::count_from_last_key},
                {.causal_from_first_key = true}});
  to.push_back({"there is no causal mask: keys after the query count too", {.causal_counts = false}});
  to.push_back({{"a row that sees no key is NaN: where the sum is 0, o is 0 and lse is -Inf", Repair::clear_blind_rows},
                {.blind = oracle::untouched}});
}

void add_softmax(std::vector<Mistake>& to) {
  to.push_back({"exp() overflows: the greatest score is not subtracted first. Take exp(score - greatest)",
                {.subtracts = Subtracts::nothing}});
  to.push_back({"o is not divided by the sum of the weights", {.divides = Divides::not_at_all}});
  const auto lse = [&to](oracle::Diagnosis cause, Lse kind) { to.push_back({std::move(cause), {.lse = kind}}); };
  lse({"lse lacks the greatest score: it is greatest + log(sum), since each exp() had the greatest subtracted",
       Repair::add_greatest},
      Lse::without_greatest);
  lse("lse is only the greatest score: add log(sum) to it", Lse::greatest_alone);
  lse("lse is the sum itself: it is greatest + log(sum)", Lse::sum_alone);
  lse("lse has the binary logarithm of the sum: take logf, not log2f", Lse::binary);
}

void add_rescaling(std::vector<Mistake>& to, long tile) {
  const auto add = [&](oracle::Diagnosis cause, Rescales rescales) {
    to.push_back({std::move(cause), {.tile = tile, .rescales = rescales}});
  };
  add({"the output so far is not scaled when a larger score comes: multiply it with exp(old greatest - new greatest), as "
       "the sum is",
       Repair::scale_output},
      Rescales::sum_alone);
  add({"the sum so far is not scaled when a larger score comes: multiply it with exp(old greatest - new greatest), as "
       "the output is",
       Repair::scale_sum},
      Rescales::output_alone);
  add("neither sum nor output is scaled when a larger score comes: multiply both with exp(old greatest - new greatest)",
      Rescales::nothing);
}

void add_tiles(std::vector<Mistake>& to, const AttentionShape& s, long tile) {
  add_rescaling(to, tile);
  // A grid without blocks would be a launch error.
  const long reach = s.queries < tile ? s.queries : oracle::rounded_down(s.queries, tile);
  to.push_back({{fmt::format("keys past the end count: the last tile of {} keys is filled with zeros, whose scores are 0 "
                             "and whose exp() is not. Skip keys from `keys` on",
                             tile),
                 Repair::skip_keys},
                {.zero_keys_to = oracle::rounded_up(s.keys, tile)}});
  to.push_back({{fmt::format("the last keys % {0} keys are missing: the number of tiles is rounded down. Round it up: "
                             "(keys + {1}) / {0}",
                             tile, tile - 1),
                 Repair::round_up_tiles},
                {.end_key = oracle::rounded_down(s.keys, tile)}});
  to.push_back({fmt::format("only the last tile of {} keys counts: sum and output start again in each tile", tile),
                {.first_key = oracle::rounded_up(s.keys, tile) - tile}});
  to.push_back({fmt::format("only the first tile of {} keys counts: the loop over the tiles ends after one", tile),
                {.end_key = tile}});
  to.push_back({{fmt::format("the queries from {} on of each matrix are never written: the number of blocks is rounded "
                             "down. Round it up: (queries + {}) / {}",
                             reach, tile - 1, tile),
                 Repair::round_up_blocks},
                {.written_queries = reach}});
  to.push_back({fmt::format("only the first {} queries of each matrix are written: the query's index lacks blockIdx, or the grid "
                            "has 1 block for them", tile),
                {.written_queries = tile}});
}

void add_matrices(std::vector<Mistake>& to, const AttentionShape& s) {
  to.push_back({"all matrices use the keys and values of the first one: add the matrix's offset to k and v",
                {.first_keys_for_all = true}});
  const auto written = [&to](const char* cause, long matrices) { to.push_back({cause, {.written_matrices = matrices}}); };
  written("only the first matrix is written: the grid needs batch * heads of them", 1);
  written("only as many matrices are written as there are heads: the grid needs batch * heads", s.heads);
  written("only as many matrices are written as the batch has: the grid needs batch * heads", s.batch);
}

void add_loops(std::vector<Mistake>& to, const AttentionShape& s) {
  to.push_back({"the first element is missing in each score: a loop over d starts at 1", {.first_x = 1}});
  to.push_back({"the last element is missing in each score: a loop over d ends one too early", {.end_x = s.d - 1}});
  for (const long end : {16, 32})
    to.push_back({fmt::format("each score sums up only {} elements: the loop must run to d", end), {.end_x = end}});
  to.push_back({"the first key is missing: a loop over the keys starts at 1", {.first_key = 1}});
  to.push_back({"the last key is missing: a loop over the keys ends one too early", {.end_key = s.keys - 1}});
  to.push_back({"o is made of the keys: it needs the values, v", {.values_are_keys = true}});
  to.push_back({"keys and values are rounded to half precision: keep them in floats", {.kept = in_half}});
}

std::vector<Mistake> mistakes_in(const AttentionShape& shape) {
  std::vector<Mistake> mistakes;
  add_scales(mistakes, shape.d);
  add_masks(mistakes);
  add_softmax(mistakes);
  add_rescaling(mistakes, 1);
  for (const long tile : tile_sizes) add_tiles(mistakes, shape, tile);
  add_matrices(mistakes, shape);
  add_loops(mistakes, shape);
  return mistakes;
}

/// A further call, with its inputs and its reference.
struct Told {
  explicit Told(const AttentionShape& shape)
      : inputs(shape), expected(reference_rows(inputs, every_row(shape))), op(flash_call(inputs)) {}

  AttentionInputs inputs;
  AttentionRows expected;
  Flash op;
};

/// Made once, with sizes at which the mistakes have different results. No tile divides them, and several
/// matrices have several tiles.
const std::deque<Told>& telling_calls() {
  static std::deque<Told> told;
  static bool asked = false;
  if (std::exchange(asked, true)) return told;
  for (const AttentionShape& shape : {AttentionShape{2, 3, 59, 187, 20, true}, AttentionShape{3, 2, 155, 59, 5, false}}) {
    told.emplace_back(shape);
    if (!channel::try_out(told.back().op)) told.pop_back();
  }
  return told;
}

/// The reference in the layout of an answer.
std::vector<double> right_rows(const AttentionRows& expected, std::size_t d) {
  std::vector<double> rows;
  for (std::size_t row = 0; row < expected.rows.size(); ++row) {
    const auto o = expected.o.begin() + static_cast<std::ptrdiff_t>(row * d);
    rows.insert(rows.end(), o, o + static_cast<std::ptrdiff_t>(d));
    rows.push_back(expected.lse[row] / 10);
  }
  return rows;
}

oracle::Trial trial_of(const AttentionInputs& inputs, const AttentionRows& expected, const std::vector<float>& rows) {
  const auto columns = static_cast<std::size_t>(inputs.shape.d) + 1;
  constexpr double close = 1e-4;  // relative to the typical size; half precision has 5e-4
  return {{rows, columns, close, 0, false}, right_rows(expected, columns - 1), attention_hypotheses(inputs, expected)};
}

/// The longest row in the contract, which is the usual length of arrays for a row.
constexpr int most_columns = 64;

bool is_right(const AttentionShape& shape) {
  Told told(shape);
  if (!channel::try_out(told.op)) return false;
  const std::vector<float> found = rows_of(told.op, told.expected);
  return std::ranges::equal(found, right_rows(told.expected, static_cast<std::size_t>(shape.d)), [](float one, double other) {
    return std::abs(static_cast<double>(one) - other) <= 1e-4;
  });
}

}  // namespace

std::vector<oracle::Hypothesis> attention_hypotheses(const AttentionInputs& inputs, const AttentionRows& expected) {
  std::vector<oracle::Hypothesis> hypotheses;
  for (const Mistake& mistake : mistakes_in(inputs.shape))
    hypotheses.push_back({mistake.cause, [&inputs, &expected, way = mistake.way](std::size_t row) {
                            return RowOf(inputs, way, expected.rows[row]).computed();
                          }});
  return hypotheses;
}

std::vector<float> rows_of(const Flash& op, const AttentionRows& expected) {
  std::vector<float> rows;
  const auto d = static_cast<std::size_t>(op.shape.d);
  for (const std::size_t row : expected.rows) {
    const auto o = op.o.values().subspan(row * d, d);
    rows.insert(rows.end(), o.begin(), o.end());
    rows.push_back(op.lse.values()[row] / 10);
  }
  return rows;
}

oracle::Diagnosis mistake_behind_fault() {
  std::deque<std::vector<float>> rows;
  std::vector<oracle::Trial> trials;
  for (const Told& told : telling_calls()) {
    rows.push_back(rows_of(told.op, told.expected));
    trials.push_back(trial_of(told.inputs, told.expected, rows.back()));
  }
  if (const oracle::Diagnosis cause = oracle::common_cause(trials); !cause.empty())
    return {"other calls end well, and their answers show the mistake: " + cause.words, cause.remedy};
  if (!is_right({.heads = 2, .queries = 70, .keys = 59, .d = most_columns})) return {};
  return {fmt::format("a call with d={0} is right. Rows of q, k, v and o are d elements long: an index needs row * d, and x "
                      "must end at d, not at {0} or another number in the code",
                      most_columns),
          Repair::match_row_length};
}

oracle::Diagnosis cause_of(const Flash& op, const AttentionInputs& inputs, const AttentionRows& expected) {
  std::deque<std::vector<float>> rows{rows_of(op, expected)};
  std::vector<oracle::Trial> trials{trial_of(inputs, expected, rows.back())};
  for (const Told& told : telling_calls()) {
    rows.push_back(rows_of(told.op, told.expected));
    trials.push_back(trial_of(told.inputs, told.expected, rows.back()));
  }
  return oracle::common_cause(trials);
}

}  // namespace gridmark::lab4
