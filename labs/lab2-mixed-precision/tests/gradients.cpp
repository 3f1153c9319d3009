#include "labs/lab2-mixed-precision/tests/gradients.h"

#include <deque>
#include <functional>
#include <limits>

#include "labkit/oracle/hypotheses.h"

namespace gridmark::lab2 {

using repairs::Repair;

namespace {

/// A place among the elements of all tensors.
struct Place {
  std::size_t element;  ///< index among the elements of all tensors
  int tensor, tensors, index, size;
};

std::vector<Place> places_in(const channel::In<int>& sizes) {
  std::vector<Place> places;
  const int tensors = static_cast<int>(sizes.size());
  for (int tensor = 0; tensor < tensors; ++tensor) {
    const int size = sizes.values()[static_cast<std::size_t>(tensor)];
    for (int index = 0; index < size; ++index) places.push_back({places.size(), tensor, tensors, index, size});
  }
  return places;
}

using Picks = std::function<bool(const Place&)>;

/// Elements that a mistake leaves out, or uses alone.
struct Part {
  std::string words;  ///< "only the first tensor"
  std::string advice;
  Picks picks;
};

std::vector<Part> parts() {
  const std::string all = "go through all of them", stride = "let each thread take every element that is gridDim * blockDim apart";
  std::vector<Part> parts{
      {"only the first tensor", all, [](const Place& at) { return at.tensor == 0; }},
      {"only the last tensor", "add up over all of them", [](const Place& at) { return at.tensor + 1 == at.tensors; }},
      {"all tensors but the first", "the loop over them starts at 0", [](const Place& at) { return at.tensor > 0; }},
      {"all tensors but the last", "the loop over them ends one too early",
       [](const Place& at) { return at.tensor + 1 < at.tensors; }},
      {"all elements of a tensor but the last one", "a loop ends one too early",
       [](const Place& at) { return at.index + 1 < at.size; }},
      {"all elements of a tensor but the first one", "a loop starts at 1", [](const Place& at) { return at.index > 0; }}};
  for (const int block : {32, 64, 128, 256, 512, 1024}) {
    parts.push_back({fmt::format("only the first {} elements of each tensor", block),
                     "the index lacks blockIdx, or the grid has 1 block: " + stride,
                     [block](const Place& at) { return at.index < block; }});
    parts.push_back({fmt::format("only whole blocks of {} elements of each tensor", block),
                     "the number of blocks or of rounds is rounded down, and must be rounded up",
                     [block](const Place& at) { return at.index < at.size / block * block; }});
    if (block == 32) continue;
    parts.push_back({fmt::format("only the first warp of each block of {} elements", block),
                     "the sums of the other warps are lost: add them up through shared memory",
                     [block](const Place& at) { return at.index % block < 32; }});
    parts.push_back({fmt::format("all warps but the last of each block of {} elements", block),
                     "a loop over the warps ends one too early",
                     [block](const Place& at) { return at.index % block < block - 32; }});
  }
  return parts;
}

/// One row, because each element can depend on all others.
oracle::Hypothesis gives(oracle::Diagnosis cause, std::function<std::vector<double>()> values, double strays = 0) {
  return {std::move(cause),
          [values = std::move(values)](std::size_t) {
            oracle::Row row;
            for (const double value : values()) row.push_back({value});
            return row;
          },
          strays};
}

// ------------------------------------------------------------------------------------------- clipping

/// A way to clip gradients. The defaults are right.
struct ClipWay {
  Picks counts = [](const Place&) { return true; };   ///< whether it counts in the length
  Picks changes = [](const Place&) { return true; };
  std::function<double(double sum)> length = [](double squares) { return std::sqrt(squares); };
  double (*term)(double element) = [](double element) { return element * element; };
  std::function<double(double norm, double limit)> factor = [](double norm, double limit) {
    return norm > limit ? limit / norm : 1;
  };
  bool for_each_tensor = false, returns_new = false;
};

struct ClipMistake {
  oracle::Diagnosis cause;
  ClipWay way;
};

double length_by(const Clip& op, const ClipWay& way, const Picks& of) {
  double sum = 0;
  for (const Place& at : places_in(op.sizes))
    if (of(at)) sum += way.term(static_cast<double>(op.gradients.values()[at.element]));
  return way.length(sum);
}

/// The gradients after clipping, then the returned length.
std::vector<double> clipped_by(const Clip& op, const ClipWay& way) {
  const double limit = static_cast<double>(op.limit), norm = length_by(op, way, way.counts);
  std::map<int, double> factors;
  std::vector<double> values;
  for (const Place& at : places_in(op.sizes)) {
    const auto [factor, fresh] = factors.try_emplace(way.for_each_tensor ? at.tensor : 0, 0);
    if (fresh && way.for_each_tensor)
      factor->second = way.factor(length_by(op, way, [&](const Place& other) { return other.tensor == at.tensor; }), limit);
    else if (fresh)
      factor->second = way.factor(norm, limit);
    values.push_back(static_cast<double>(op.gradients.values()[at.element]) * (way.changes(at) ? factor->second : 1));
  }
  values.push_back(way.returns_new ? norm * way.factor(norm, limit) : norm);
  return values;
}

void add_lengths(std::vector<ClipMistake>& to, const Clip& op) {
  const auto add = [&to](oracle::Diagnosis cause, auto change) {
    to.push_back({std::move(cause), {}});
    change(to.back().way);
  };
  add({"the length lacks its root: it is the root of the sum of the squares", Repair::take_root},
      [](ClipWay& way) { way.length = [](double squares) { return squares; }; });
  constexpr const char* unsquared = "the elements are not squared in the length: it is the root of the sum of the squares";
  const auto absolute = [](double element) { return std::abs(element); };
  const auto itself = [](double element) { return element; };
  add("the length is the sum of the absolute values, and must be the root of the sum of the squares", [=](ClipWay& way) {
    way.term = absolute, way.length = [](double sum) { return sum; };
  });
  add(unsquared, [=](ClipWay& way) { way.term = absolute; });
  add(unsquared, [=](ClipWay& way) { way.term = itself; });
  const auto elements = static_cast<double>(op.gradients.size());
  add("the length is divided by the number of elements: it is the root of the sum, not of the mean",
      [elements](ClipWay& way) { way.length = [elements](double squares) { return std::sqrt(squares / elements); }; });
  add({"each tensor is clipped by its own length: take one length over all tensors, and one factor",
       Repair::use_one_length},
      [](ClipWay& way) { way.for_each_tensor = true; });
  add("the returned length is the one after clipping, and must be the one before",
      [](ClipWay& way) { way.returns_new = true; });
}

void add_factors(std::vector<ClipMistake>& to) {
  const auto add = [&to](oracle::Diagnosis cause, auto factor) {
    to.push_back({std::move(cause), {}});
    to.back().way.factor = factor;
  };
  add({"gradients shorter than the limit are made longer: multiply by limit / norm only where norm > limit",
       Repair::shorten_only},
      [](double norm, double limit) { return limit / norm; });
  add("the comparison is the wrong way round: gradients are changed where norm > limit",
      [](double norm, double limit) { return norm < limit ? limit / norm : 1; });
  add("nothing is clipped: where norm > limit each element is multiplied by limit / norm",
      [](double, double) { return 1.0; });
  add("the factor lacks the limit: it is limit / norm", [](double norm, double limit) { return norm > limit ? 1 / norm : 1; });
  add("the factor is norm / limit, and must be limit / norm",
      [](double norm, double limit) { return norm > limit ? norm / limit : 1; });
  add("the factor is only the limit: it is limit / norm", [](double norm, double limit) { return norm > limit ? limit : 1; });
  add("the factor has the norm squared: it is limit / norm",
      [](double norm, double limit) { return norm > limit ? limit / (norm * norm) : 1; });
  add("the factor is applied twice: multiply by limit / norm once",
      [](double norm, double limit) { return norm > limit ? limit / norm * (limit / norm) : 1; });
}

std::vector<ClipMistake> clip_mistakes(const Clip& op) {
  std::vector<ClipMistake> mistakes;
  add_lengths(mistakes, op);
  add_factors(mistakes);
  for (const Part& part : parts()) {
    mistakes.push_back({"the length has " + part.words + ": " + part.advice, {}});
    mistakes.back().way.counts = part.picks;
    mistakes.push_back({"limit / norm multiplies " + part.words + ": " + part.advice, {}});
    mistakes.back().way.changes = part.picks;
  }
  return mistakes;
}

std::vector<float> clip_answer(const Clip& op) {
  std::vector<float> values(op.clipped.values().begin(), op.clipped.values().end());
  values.push_back(op.norm.values()[0]);
  return values;
}

oracle::Trial clip_trial(const Clip& op, const std::vector<float>& answer) {
  oracle::Trial trial{{answer, answer.size(), 1e-7, 1e-5, false}, clipped_by(op, {}), {}};
  for (const ClipMistake& mistake : clip_mistakes(op))
    trial.hypotheses.push_back(gives(mistake.cause, [&op, way = mistake.way] { return clipped_by(op, way); }));
  return trial;
}

// ------------------------------------------------------------------------------------------- unscaling

using Quotient = std::function<double(double scaled, double inverse_scale)>;

double product(double scaled, double inverse_scale) { return scaled * inverse_scale; }

std::vector<double> unscaled_by(const Unscale& op, const Quotient& quotient, const Picks& picks) {
  std::vector<double> values;
  for (const Place& at : places_in(op.sizes))
    values.push_back(picks(at) ? quotient(static_cast<double>(op.scaled.values()[at.element]),
                                          static_cast<double>(op.inverse_scale))
                               : oracle::untouched);
  return values;
}

bool everywhere(const Place&) { return true; }

std::vector<oracle::Hypothesis> unscale_hypotheses(const Unscale& op) {
  std::vector<oracle::Hypothesis> hypotheses;
  const auto add = [&](std::string cause, const Quotient& quotient, const Picks& picks) {
    hypotheses.push_back(gives(std::move(cause), [&op, quotient, picks] { return unscaled_by(op, quotient, picks); }));
  };
  add("the elements are divided by inverse_scale: multiply by it, it is 1 / scale already",
      [](double scaled, double inverse) { return scaled / inverse; }, everywhere);
  add("the elements are not multiplied by inverse_scale", [](double scaled, double) { return scaled; }, everywhere);
  add("the elements are multiplied by inverse_scale twice",
      [](double scaled, double inverse) { return scaled * inverse * inverse; }, everywhere);
  add("the products are rounded to 16 bits: multiply floats, and store floats",
      [type = op.type](double scaled, double inverse) {
        return static_cast<double>(rounded(static_cast<float>(scaled * inverse), type));
      },
      everywhere);
  for (const Part& part : parts()) add("the function writes " + part.words + ": " + part.advice, product, part.picks);
  return hypotheses;
}

oracle::Trial unscale_trial(const Unscale& op) {
  return {{op.unscaled.values(), op.unscaled.size(), 1e-9, 1e-6, false},
          unscaled_by(op, product, everywhere),
          unscale_hypotheses(op)};
}

/// Those of `calls` that the function answers.
template <class Operation>
std::deque<Operation> tried(std::deque<Operation> calls) {
  std::deque<Operation> answered_calls;
  for (Operation& op : calls)
    if (channel::try_out(op)) answered_calls.push_back(op);
  return answered_calls;
}

const std::deque<Clip>& telling_clips() {
  static const auto known = tried(std::deque{clip_call({300, 40, 1500}, 2), clip_call({1100, 700}, 3), clip_call({300, 5}, 100)});
  return known;
}

const std::deque<Unscale>& telling_unscales(Type type) {
  static std::map<Type, std::deque<Unscale>> known;
  const auto [at, fresh] = known.try_emplace(type);
  if (fresh)
    at->second = tried(std::deque{unscale_call(type, {300, 5000, 40}, 1.0f / 4096), unscale_call(type, {1100, 7}, 0.25f)});
  return at->second;
}

/// Whether the function finds this one infinite element.
bool finds(Type type, std::size_t at, float value) {
  Unscale op = unscale_call(type, {100, 60, 80}, 0.5f, {{at, value}});
  return channel::try_out(op) && op.found.values()[0] == 1;
}

}  // namespace

Unscale unscale_call(Type type, const std::vector<int>& sizes, float inverse_scale, const std::vector<Infinite>& infinite) {
  Unscale op;
  op.type = type;
  op.inverse_scale = inverse_scale;
  op.sizes = channel::In<int>(sizes);
  std::vector<float> scaled = rounded(any_values(total(sizes), -900, 900), type);
  for (const Infinite& one : infinite) scaled[one.at] = one.value;
  op.scaled = channel::In<float>(scaled);
  op.unscaled = channel::Out<float>(scaled.size());
  return op;
}

Clip clip_call(const std::vector<int>& sizes, float limit) {
  Clip op;
  op.limit = limit;
  op.sizes = channel::In<int>(sizes);
  op.gradients = channel::In<float>(any_values(total(sizes)));
  op.clipped = channel::Out<float>(op.gradients.size());
  return op;
}

double right_norm(const Clip& op) { return clipped_by(op, {}).back(); }

std::vector<double> right_clipped(const Clip& op) {
  std::vector<double> values = clipped_by(op, {});
  values.pop_back();
  return values;
}

oracle::Diagnosis cause_of(const Clip& op) {
  std::deque<std::vector<float>> answers{clip_answer(op)};
  std::vector<oracle::Trial> trials{clip_trial(op, answers.back())};
  for (const Clip& told : telling_clips()) trials.push_back(clip_trial(told, answers.emplace_back(clip_answer(told))));
  return oracle::common_cause(trials);
}

oracle::Diagnosis cause_of(const Unscale& op) {
  std::vector<oracle::Trial> trials{unscale_trial(op)};
  for (const Unscale& told : telling_unscales(op.type)) trials.push_back(unscale_trial(told));
  return oracle::common_cause(trials);
}

oracle::Diagnosis cause_of_missed(Type type) {
  constexpr std::size_t first = 7, last = 239;
  const bool infinity = finds(type, last, INFINITY), minus = finds(type, last, -INFINITY), nan = finds(type, last, NAN);
  if (infinity && minus && !nan)
    return {"Inf is found and NaN is not: ask !isfinite(value), not isinf(value)", Repair::find_all_infinite};
  if (nan && !infinity) return "NaN is found and Inf is not: ask !isfinite(value), not isnan(value)";
  if (infinity && !minus) return "Inf is found and -Inf is not: ask !isfinite(value)";
  const bool in_first = finds(type, first, INFINITY);
  if (infinity && !in_first)
    return "Inf is found in the last tensor and not in the first one: a later tensor sets the flag back. Set it to 0 "
           "once, before the kernel, and only ever to 1 in it";
  if (in_first && !infinity) return "Inf is found in the first tensor and not in the last one: look at all tensors";
  if (!in_first && !infinity && !nan)
    return "neither Inf nor NaN is found: the kernel must set a flag on the device, no other thread may set it back, and "
           "the flag must be copied to the host";
  return "";
}

}  // namespace gridmark::lab2
