#include "grader/report/warp_access_json.h"

namespace gridmark {

nlohmann::ordered_json warp_access_json(const WarpAccess& access) {
  return {{"kind", name_of(access.kind)},
          {"bytes", access.bytes},
          {"lanes", access.lanes},
          {"offsets", access.offsets}};
}

}  // namespace gridmark
