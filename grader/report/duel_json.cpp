#include "grader/report/duel_json.h"

#include "base/utf8.h"

namespace gridmark {
namespace {

using Json = nlohmann::ordered_json;

Json call_json(const DuelCall& call) {
  return Json::array({call.cpu_seconds, call.wall_seconds, call.waited_seconds, call.stalled_seconds,
                      call.stolen_seconds, call.clock_mhz});
}

Json process_json(const DuelProcess& process) {
  Json pairs = Json::array();
  for (const DuelPair& pair : process.pairs)
    pairs.push_back({{"reference", call_json(pair.reference)}, {"student", call_json(pair.student)}});
  return {{"overhead_seconds", process.overhead_seconds}, {"pairs", pairs}};
}

}  // namespace

Json duel_json(const DuelFacts& duel) {
  Json processes = Json::array();
  for (const DuelProcess& process : duel.processes) processes.push_back(process_json(process));
  Json all = {{"low", duel.low},
              {"high", duel.high},
              {"settled", duel.settled},
              {"clock", valid_utf8(duel.clock)},
              {"clock_source", valid_utf8(duel.clock_source)},
              {"questions_per_bell", duel.questions_per_bell},
              {"pairs", duel.pairs},
              {"contaminated_pairs", duel.contaminated_pairs},
              {"seconds", duel.seconds},
              {"plan",
               {{"least_processes", duel.plan.least_processes},
                {"most_processes", duel.plan.most_processes},
                {"looks", duel.plan.looks},
                {"error_rate", duel.plan.error_rate}}},
              {"processes", processes}};
  if (duel.work) all["work"] = {{"flops", duel.work->flops}, {"bytes", duel.work->bytes}};
  return all;
}

}  // namespace gridmark
