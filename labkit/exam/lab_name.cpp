#include "labkit/exam/results_listener.h"

namespace gridmark::exam {

extern const char* const lab_name = GRIDMARK_LAB_NAME;

}  // namespace gridmark::exam
