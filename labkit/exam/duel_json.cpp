#include "labkit/exam/duel_json.h"

#include <nlohmann/json.hpp>

namespace gridmark::exam {
namespace {

using nlohmann::json;

json timed_json(const timing::Timed& timed) {
  const timing::Disturbance& disturbance = timed.disturbance;
  return {timed.cpu_seconds,           timed.wall_seconds,         disturbance.waited_seconds,
          disturbance.stalled_seconds, disturbance.stolen_seconds, disturbance.clock_mhz};
}

json process_json(const timing::ProcessSamples& process) {
  json pairs = json::array();
  for (const timing::Pair& pair : process.pairs)
    pairs.push_back({{"reference", timed_json(pair.reference)}, {"student", timed_json(pair.student)}});
  return {{"overhead_seconds", process.overhead_seconds}, {"pairs", std::move(pairs)}};
}

}  // namespace

json to_json(const timing::DuelResult& duel) {
  json processes = json::array();
  for (const timing::ProcessSamples& process : duel.samples) processes.push_back(process_json(process));
  json all = {{"low", duel.interval.low},
              {"high", duel.interval.high},
              {"settled", duel.settled},
              {"clock", name_of(duel.clock)},
              {"clock_source", duel.clock_source},
              {"questions_per_bell", duel.questions_per_bell},
              {"pairs", duel.pairs},
              {"contaminated_pairs", duel.contaminated_pairs},
              {"seconds", duel.seconds},
              {"plan",
               {{"least_processes", duel.plan.least_processes},
                {"most_processes", duel.plan.most_processes},
                {"looks", timing::looks(duel.plan).size()},
                {"error_rate", duel.plan.error_rate}}},
              {"processes", std::move(processes)}};
  if (duel.work) all["work"] = {{"flops", duel.work->flops}, {"bytes", duel.work->bytes}};
  return all;
}

}  // namespace gridmark::exam
