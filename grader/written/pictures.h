#pragma once
#include <string>
#include <string_view>

namespace gridmark::written {

/// What is wrong with a picture, "holds a script"; empty when it is one. `name` ends in .svg or .png. Nothing
/// in it is ever shown or run by gridmark: the check is for the person who opens it later.
std::string picture_problem(std::string_view name, std::string_view bytes);

}  // namespace gridmark::written
