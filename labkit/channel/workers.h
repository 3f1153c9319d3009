#pragma once
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "labkit/channel/transport.h"

namespace gridmark::channel {

/// A checker's workers: a fresh one for each test and flavour.
///
/// Starting and ending a sandbox takes longer than many tests. So a worker is started one test ahead. A
/// worker that has done its work gets the request to end, and nothing waits for it. A spare worker cannot
/// know the test that it will serve, because the inputs do not exist yet.
class Workers {
 public:
  /// This test's worker, or the one of `rank` if there are several ranks.
  Transport& of(Flavour flavour, int rank = 0);
  /// Forgets this test's worker, which cannot be used any more. The next of() starts another.
  void discard(Flavour flavour, int rank = 0) { serving_.erase({flavour, rank}); }
  /// The output of the first of this test's workers that printed anything. Ends the workers.
  std::string printed();
  /// Ends the workers of the test, which is over.
  void end_test();
  /// Waits until no worker is left.
  void end_all();

 private:
  using Seat = std::pair<Flavour, int>;
  std::map<Seat, std::unique_ptr<Transport>> serving_, spare_;
  std::deque<std::unique_ptr<Transport>> ending_;
};

}  // namespace gridmark::channel
