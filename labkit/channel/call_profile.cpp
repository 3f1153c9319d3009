#include "labkit/channel/call_profile.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "labkit/channel/options.h"
#include "labkit/channel/warp_access_json.h"
#include "protocol/write_json.h"

namespace gridmark::channel {
namespace {

using nlohmann::json;

json of(const emulation::GlobalTraffic& traffic) {
  return {{"requests", traffic.requests},
          {"sectors", traffic.sectors},
          {"ideal_sectors", traffic.ideal_sectors},
          {"bytes", traffic.bytes}};
}

json of(const emulation::SharedTraffic& shared) {
  return {{"requests", shared.requests},
          {"wavefronts", shared.wavefronts},
          {"ideal_wavefronts", shared.ideal_wavefronts}};
}

json of(const emulation::LineTraffic& line) {
  json examples = json::array();
  for (const emulation::WarpAccess& example : line.examples) examples.push_back(json(json_of(example)));
  return {{"file", line.place.file},        {"line", line.place.line},   {"kernel", line.kernel},
          {"loads", of(line.loads)},        {"stores", of(line.stores)}, {"shared", of(line.shared)},
          {"examples", std::move(examples)}};
}

}  // namespace

void note_call(const std::string& operation, const std::string& call, const Meters& meters) {
  json lines = json::array();
  for (const emulation::LineTraffic& line : meters.lines) lines.push_back(of(line));
  const json noted = {{"operation", operation},
                      {"call", call},
                      {"counts",
                       {{"launches", meters.launches},
                        {"flops", meters.flops.operations()},
                        {"loads", of(meters.loads)},
                        {"stores", of(meters.stores)},
                        {"shared", of(meters.shared)}}},
                      {"lines", std::move(lines)}};
  std::ofstream file(options().profile, std::ios::app);
  file << noted.dump(-1, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
  if (!file) throw std::runtime_error("cannot write the profile to " + options().profile);
}

}  // namespace gridmark::channel
