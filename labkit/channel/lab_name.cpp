#include "labkit/channel/results_listener.h"

namespace gridmark::channel {

extern const char* const lab_name = GRIDMARK_LAB_NAME;

}  // namespace gridmark::channel
