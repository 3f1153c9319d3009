#include "labs/lab2-mixed-precision/tests/adamw.h"

#include <deque>

#include "labkit/oracle/hypotheses.h"
#include "labkit/oracle/wrong_pattern.h"

namespace gridmark::lab2 {

using repairs::Repair;

namespace {

enum class Decay { decoupled, missing, growing, in_the_gradient, without_the_rate, after_the_change };
enum class Epsilon { added_to_the_root, in_the_root, missing, before_the_correction };
/// The exponent of beta^t. The right one is the step, counted from 1.
enum class Counter { right, one_more, always_one };
/// The values that a step starts from.
enum class Start { masters, rounded_once, rounded_from_the_second_step, rounded_each_time };
enum class Swapped { nothing, averages, corrections, both };

/// A way to make steps. The defaults are right.
struct AdamWWay {
  Decay decay = Decay::decoupled;
  Epsilon epsilon = Epsilon::added_to_the_root;
  Counter counter = Counter::right;
  Start start = Start::masters;
  Swapped betas = Swapped::nothing;
  bool corrects_mean = true, corrects_var = true;
  bool keeps_mean = true, keeps_var = true;       ///< whether they last from one step to the next
  bool averages_mean = true, averages_var = true; ///< whether new values take the factor 1 - beta
  bool squares = true, takes_root = true;
  double sign = 1, rate_power = 1;
  float beta1 = -1, beta2 = -1, epsilon_is = -1;  ///< used instead of the settings, unless -1
  int end = -1;                                   ///< changing elements in each parameter, -1 for all
  int first_parameter = 0, end_parameter = -1;    ///< the parameters that change
};

bool rounds_each_step(const AdamWWay& way) {
  return way.start == Start::rounded_each_time || way.start == Start::rounded_from_the_second_step;
}

/// One element from its first step to its last one.
class StepsOf {
 public:
  StepsOf(const TakeSteps& op, const AdamWWay& way) : op_(op), way_(way) {
    beta1_ = setting(way.beta1, op.beta1), beta2_ = setting(way.beta2, op.beta2);
    epsilon_ = setting(way.epsilon_is, op.epsilon);
    const bool averages = way.betas == Swapped::averages || way.betas == Swapped::both;
    const bool corrections = way.betas == Swapped::corrections || way.betas == Swapped::both;
    mean_beta_ = averages ? beta2_ : beta1_, var_beta_ = averages ? beta1_ : beta2_;
    mean_power_ = corrections ? beta2_ : beta1_, var_power_ = corrections ? beta1_ : beta2_;
  }

  double master(std::size_t element) const {
    double mean = 0, var = 0, master = static_cast<double>(op_.parameters.values()[element]);
    if (way_.start == Start::rounded_once || way_.start == Start::rounded_each_time) master = in_low(master);
    for (int step = 0; step < op_.steps; ++step) {
      const auto at = static_cast<std::size_t>(step) * op_.parameters.size() + element;
      advance(step + 1, static_cast<double>(op_.gradients.values()[at]), mean, var, master);
      if (rounds_each_step(way_)) master = in_low(master);
    }
    return master;
  }

 private:
  static double setting(float other, float own) { return static_cast<double>(other < 0 ? own : other); }
  double in_low(double value) const {
    return static_cast<double>(rounded(static_cast<float>(value), op_.low));
  }

  void advance(int step, double g, double& mean, double& var, double& master) const {
    if (way_.decay == Decay::in_the_gradient) g += op_.decay * master;
    mean = mean_beta_ * (way_.keeps_mean ? mean : 0) + (way_.averages_mean ? 1 - mean_beta_ : 1) * g;
    var = var_beta_ * (way_.keeps_var ? var : 0) + (way_.averages_var ? 1 - var_beta_ : 1) * (way_.squares ? g * g : g);
    const double rate = std::pow(static_cast<double>(op_.rate), way_.rate_power), step_by = way_.sign * change(step, mean, var);
    const double after = master - rate * step_by;
    master = after - decay_of(way_.decay == Decay::after_the_change ? after : master, rate);
  }

  double decay_of(double master, double rate) const {
    const double decay = static_cast<double>(op_.decay) * master;
    switch (way_.decay) {
      case Decay::missing:
      case Decay::in_the_gradient: return 0;
      case Decay::growing: return -rate * decay;
      case Decay::without_the_rate: return decay;
      default: return rate * decay;
    }
  }

  double change(int step, double mean, double var) const {
    const int t = way_.counter == Counter::always_one ? 1 : step + (way_.counter == Counter::one_more ? 1 : 0);
    const double of_mean = way_.corrects_mean ? 1 - std::pow(mean_power_, t) : 1;
    const double of_var = way_.corrects_var ? 1 - std::pow(var_power_, t) : 1;
    return mean / of_mean / divisor(var, of_var);
  }

  double divisor(double var, double correction) const {
    const auto root = [&](double value) { return way_.takes_root ? std::sqrt(value) : value; };
    switch (way_.epsilon) {
      case Epsilon::in_the_root: return root(var / correction + epsilon_);
      case Epsilon::missing: return root(var / correction);
      case Epsilon::before_the_correction: return (root(var) + epsilon_) / root(correction);
      default: return root(var / correction) + epsilon_;
    }
  }

  const TakeSteps& op_;
  const AdamWWay& way_;
  double beta1_, beta2_, epsilon_, mean_beta_, var_beta_, mean_power_, var_power_;
};

struct AdamWMistake {
  oracle::Diagnosis cause;
  AdamWWay way;
};

void add_corrections(std::vector<AdamWMistake>& to) {
  to.push_back({"m and v are not corrected: divide them by 1 - beta1^t and 1 - beta2^t",
                {.corrects_mean = false, .corrects_var = false}});
  to.push_back({"m is not corrected: divide it by 1 - beta1^t", {.corrects_mean = false}});
  to.push_back({"v is not corrected: divide it by 1 - beta2^t", {.corrects_var = false}});
  to.push_back({"t is one too large in 1 - beta^t: it is 1 in the first step", {.counter = Counter::one_more}});
  to.push_back({"t is 1 in every step: count the steps, and take 1 - beta^t of this step",
                {.counter = Counter::always_one}});
  to.push_back({"beta1 and beta2 are swapped: beta1 belongs to m, beta2 to v", {.betas = Swapped::both}});
  to.push_back({{"beta1 and beta2 are swapped in the averages: beta1 belongs to m, beta2 to v", Repair::swap_betas},
                {.betas = Swapped::averages}});
  to.push_back({"beta1 and beta2 are swapped in the corrections: m is divided by 1 - beta1^t, v by 1 - beta2^t",
                {.betas = Swapped::corrections}});
}

void add_decays(std::vector<AdamWMistake>& to) {
  to.push_back({"the decay is missing: add decay * master to Adam's change", {.decay = Decay::missing}});
  to.push_back({{"the decay has the wrong sign, so weights grow: master -= rate * (change + decay * master)",
                 Repair::add_decay},
                {.decay = Decay::growing}});
  to.push_back({{"the decay is added to the gradient, as in Adam with a penalty. In AdamW it stands outside of m and v: "
                 "master -= rate * (change + decay * master)",
                 Repair::take_decay_out},
                {.decay = Decay::in_the_gradient}});
  to.push_back({"the decay is not multiplied with the rate: master -= rate * (change + decay * master)",
                {.decay = Decay::without_the_rate}});
  to.push_back({"the decay takes the master after Adam's change, and must take the one before the step",
                {.decay = Decay::after_the_change}});
}

void add_divisors(std::vector<AdamWMistake>& to) {
  to.push_back({{"epsilon is inside of the root, and must be added to it: sqrt(v / (1 - beta2^t)) + epsilon",
                 Repair::take_epsilon_out},
                {.epsilon = Epsilon::in_the_root}});
  to.push_back({"epsilon is missing, or it is a number in the code: add the one of the settings to sqrt(v / (1 - beta2^t))",
                {.epsilon = Epsilon::missing}});
  to.push_back({"epsilon is added before v is corrected: sqrt(v / (1 - beta2^t)) + epsilon",
                {.epsilon = Epsilon::before_the_correction}});
  to.push_back({"the root of v is missing: divide by sqrt(v / (1 - beta2^t)) + epsilon", {.takes_root = false}});
  to.push_back({"v averages the gradients, and must average their squares, g * g", {.squares = false}});
  to.push_back({"m lacks the factor 1 - beta1 before g", {.averages_mean = false}});
  to.push_back({"v lacks the factor 1 - beta2 before g * g", {.averages_var = false}});
}

void add_states(std::vector<AdamWMistake>& to) {
  to.push_back({"m and v start at 0 in each step: keep them from one step to the next",
                {.keeps_mean = false, .keeps_var = false}});
  to.push_back({"m starts at 0 in each step: keep it from one step to the next", {.keeps_mean = false}});
  to.push_back({"v starts at 0 in each step: keep it from one step to the next", {.keeps_var = false}});
  to.push_back({{"the masters are made from parameters that are rounded already: copy them before the parameters are "
                 "converted",
                 Repair::keep_master_digits},
                {.start = Start::rounded_once}});
  for (const Start start : {Start::rounded_each_time, Start::rounded_from_the_second_step})
    to.push_back({"each step starts from the rounded parameters: the masters must keep their digits from step to step",
                  {.start = start}});
}

void add_settings(std::vector<AdamWMistake>& to) {
  to.push_back({"the step goes up the gradient: subtract it, master -= rate * (...)", {.sign = -1}});
  to.push_back({"the rate is missing: master -= rate * (...)", {.rate_power = 0}});
  to.push_back({"the rate is multiplied twice", {.rate_power = 2}});
  const auto fixed = [&to](const char* name, const AdamWWay& way) {
    to.push_back({fmt::format("{0} is a number in the code: take {0} from the settings", name), way});
  };
  fixed("beta1", {.beta1 = 0.9f});
  fixed("beta2", {.beta2 = 0.999f});
  to.push_back({"beta1 and beta2 are numbers in the code: take them from the settings", {.beta1 = 0.9f, .beta2 = 0.999f}});
  to.push_back({"beta1, beta2 and epsilon are numbers in the code: take them from the settings",
                {.beta1 = 0.9f, .beta2 = 0.999f, .epsilon_is = 1e-8f}});
}

void add_reaches(std::vector<AdamWMistake>& to, int parameters) {
  to.push_back({"no master changes: does step() write to masters_?", {.end = 0}});
  to.push_back({"only the first parameter changes: step() must go through all of them", {.end_parameter = 1}});
  to.push_back({"the first parameter does not change: a loop starts at 1", {.first_parameter = 1}});
  to.push_back({"the last parameter does not change: a loop ends one too early", {.end_parameter = parameters - 1}});
  for (const int block : {32, 64, 128, 256, 512, 1024})
    to.push_back({{fmt::format("only the first {} elements of each parameter change: the index lacks blockIdx, or the "
                               "grid has 1 block",
                               block),
                   Repair::cover_all},
                  {.end = block}});
}

std::vector<AdamWMistake> adamw_mistakes(int parameters) {
  std::vector<AdamWMistake> mistakes;
  add_corrections(mistakes);
  add_decays(mistakes);
  add_divisors(mistakes);
  add_states(mistakes);
  add_settings(mistakes);
  add_reaches(mistakes, parameters);
  return mistakes;
}

/// All masters, one parameter after the other.
std::vector<double> masters_by(const TakeSteps& op, const AdamWWay& way) {
  const StepsOf steps(op, way);
  std::vector<double> masters;
  const auto sizes = op.sizes.values();
  const int end = way.end_parameter < 0 ? static_cast<int>(sizes.size()) : way.end_parameter;
  for (int parameter = 0; parameter < static_cast<int>(sizes.size()); ++parameter)
    for (int i = 0; i < sizes[static_cast<std::size_t>(parameter)]; ++i) {
      const bool changes = parameter >= way.first_parameter && parameter < end && (way.end < 0 || i < way.end);
      const double before = static_cast<double>(op.parameters.values()[masters.size()]);
      masters.push_back(changes ? steps.master(masters.size()) : before);
    }
  return masters;
}

/// The tolerance is for FP32 over some hundred steps. In a few steps FP32 is ten times as close.
oracle::Trial adamw_trial(const TakeSteps& op, double close) {
  oracle::Trial trial{{op.masters.values(), op.masters.size(), close, 0, false}, right_masters(op), {}};
  for (AdamWMistake& mistake : adamw_mistakes(static_cast<int>(op.sizes.size()))) {
    const double strays = rounds_each_step(mistake.way) ? 0.05 : 0;  // elements that ties may change
    trial.hypotheses.push_back({std::move(mistake.cause),
                                [&op, way = mistake.way](std::size_t) {
                                  oracle::Row row;
                                  for (const double master : masters_by(op, way)) row.push_back({master});
                                  return row;
                                },
                                strays});
  }
  return trial;
}

/// Several blocks of elements, and settings that are not the defaults. Made once for each type.
const std::deque<TakeSteps>& telling_steps(Type low) {
  static std::map<Type, std::deque<TakeSteps>> known;
  const auto [at, fresh] = known.try_emplace(low);
  if (!fresh) return at->second;
  for (TakeSteps& op : std::deque{other_settings(low, {1100, 40}, 3), other_settings(low, {7, 1500, 3}, 6)})
    if (channel::try_out(op)) at->second.push_back(op);
  return at->second;
}

/// The result is NaN, so there is no number to compare.
bool divides_by_nothing(const TakeSteps& op) {
  return std::ranges::all_of(op.masters.values(),
                             [](float value) { return std::isnan(value) && !oracle::is_unwritten(value); });
}

}  // namespace

std::vector<double> right_masters(const TakeSteps& op) { return masters_by(op, {}); }

oracle::Diagnosis cause_of(const TakeSteps& op) {
  if (divides_by_nothing(op))
    return {"every master is NaN: 1 - beta^t is 0 where t is 0, and 0 / 0 is not a number. Let t count from 1: raise it "
            "before it is used",
            Repair::count_first};
  std::vector<oracle::Trial> trials{adamw_trial(op, 2e-5)};
  for (const TakeSteps& told : telling_steps(op.low)) trials.push_back(adamw_trial(told, 5e-6));
  return oracle::common_cause(trials);
}

TakeSteps steps_call(Type low, const std::vector<int>& sizes, int steps, float rate, float decay) {
  TakeSteps op;
  op.low = low;
  op.steps = steps;
  op.rate = rate;
  op.decay = decay;
  op.sizes = channel::In<int>(sizes);
  op.parameters = channel::In<float>(any_values(total(sizes), 0.5f, 1.5f));
  std::vector<float> gradients = any_values(total(sizes), 0.1f, 1);
  const std::vector<float> once = gradients;
  for (int step = 1; step < steps; ++step) {  // of one sign, so that small steps add up
    const float factor = 0.5f + 0.5f / static_cast<float>(step);
    for (const float g : once) gradients.push_back(g * factor);
  }
  op.gradients = channel::In<float>(gradients);
  op.masters = channel::Out<float>(total(sizes));
  op.rounded = channel::Out<float>(total(sizes));
  return op;
}

TakeSteps other_settings(Type low, const std::vector<int>& sizes, int steps) {
  TakeSteps op = steps_call(low, sizes, steps, 0.1f, 0.3f);
  op.beta1 = 0.8f, op.beta2 = 0.95f, op.epsilon = 0.05f;
  return op;
}

}  // namespace gridmark::lab2
