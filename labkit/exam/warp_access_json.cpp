#include "labkit/exam/warp_access_json.h"

#include <nlohmann/json.hpp>

namespace gridmark::exam {

nlohmann::json to_json(const emulation::WarpAccess& access) {
  return {{"kind", name_of(access.kind)},
          {"bytes", access.bytes},
          {"lanes", access.lanes},
          {"offsets", access.offsets}};
}

}  // namespace gridmark::exam
