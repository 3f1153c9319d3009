#pragma once
#include "grader/core/class_book.h"

namespace gridmark {

/// Ada late and below, Bo an error, Cy nothing, Dee full and hostile in every text.
ClassBook example_class();

}  // namespace gridmark
