#pragma once
// What the toolkit's headers take from the standard library, beside what the prelude has: it stays host code
// only where it comes before their declarations, which belong to both sides.
#include <atomic>
#include <functional>
#include <string>
