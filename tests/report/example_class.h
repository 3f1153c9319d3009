#pragma once
#include "grader/core/class_book.h"

namespace gridmark {

/// Ada is late and below the limit, Bo is an error, Cy handed in nothing, Dee has all points and hostile
/// texts.
ClassBook example_class();

}  // namespace gridmark
