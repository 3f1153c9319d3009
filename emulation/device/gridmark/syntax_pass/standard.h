#pragma once
// Standard headers that the toolkit's headers use in addition to the prelude's. They stay host code only if
// they come before the toolkit's declarations, which belong to both sides.
#include <atomic>
#include <functional>
#include <string>
