#pragma once

namespace gridmark::timing {

/// P(T <= t) for Student's distribution with `freedom` >= 1 degrees of freedom.
///
/// source  Abramowitz & Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4 (finite sums)
double student_t_below(double t, int freedom);

/// The t above which a share of `tail` of the distribution lies, with tail in (0, 0.5].
double student_t_above(double tail, int freedom);

}  // namespace gridmark::timing
