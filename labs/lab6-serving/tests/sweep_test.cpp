// Tokens per second for each batch size, on the emulated device's clock.
#include "labkit/channel/plot.h"
#include "labs/lab6-serving/tests/inference.h"

namespace gridmark::lab6 {
namespace {

constexpr int batches[] = {1, 4, 16, 32, 64};
constexpr int prompt_size = 16, new_tokens = 16;

void note(const char* name, double value, const char* unit) {
  channel::record({.name = name, .value = value, .unit = unit, .flavour = Flavour::fast,
                   .provenance = Provenance::modelled});
}

/// Tokens per second of a batch, after the allocator's cache is filled.
testing::AssertionResult rate_of(const Model& model, const std::vector<Prompt>& prompts, double& rate) {
  Generate op = generate(model, prompts, {.batched = true, .calls = 2});
  if (auto asked = channel::ask(op); !asked) return asked;
  if (auto right = has_answers(op, prompts); !right) return right;
  const auto& timeline = channel::last_reply().timeline;
  const double seconds = timeline ? seconds_of_call(*timeline) : 0;
  if (!(seconds > 0)) return holds(op, false, "there is no timeline of the call");
  rate = new_tokens * static_cast<double>(prompts.size()) / seconds;
  return testing::AssertionSuccess();
}

TEST(Sweep, OfABatch) {
  channel::tolerates(channel::WrongReply::stale, "a rate of another batch could be that of this one");
  const Model model = trained_model();
  const std::vector<Prompt> prompts = any_prompts(model, std::vector<int>(64, prompt_size), std::vector<int>(64, new_tokens));
  std::vector<double> at, rates, milliseconds;
  for (const int batch : batches) {
    double rate = 0;
    ASSERT_TRUE(rate_of(model, {prompts.begin(), prompts.begin() + batch}, rate));
    at.push_back(batch);
    rates.push_back(rate);
    milliseconds.push_back(1e3 * batch / rate);
  }
  const double most = *std::max_element(rates.begin(), rates.end());
  const auto spot = std::find_if(rates.begin(), rates.end(), [&](double rate) { return rate >= 0.9 * most; });
  note("sweep.rate_1", rates.front(), "tokens/s");
  note("sweep.rate_64", rates.back(), "tokens/s");
  note("sweep.sweet_spot", at[static_cast<std::size_t>(spot - rates.begin())], "count");
  channel::record(channel::Plot{
      .name = "sweep",
      .title = "Tokens for each second, and ms for each token of a row, over the batch",
      .x = {.label = "batch", .unit = "prompts", .logarithmic = true},
      .y = {.label = "tokens_per_second, ms_per_token", .logarithmic = true},
      .series = {{.name = "tokens_per_second", .provenance = Provenance::modelled, .at = at, .values = rates},
                 {.name = "ms_per_token", .provenance = Provenance::modelled, .at = at, .values = milliseconds}}});
}

}  // namespace
}  // namespace gridmark::lab6
