#pragma once
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "labkit/channel/transport.h"

namespace gridmark::channel {

/// A checker's workers: a fresh one for each test and flavour.
///
/// Starting and ending a sandbox takes longer than many a test, so a worker is started one test ahead, and
/// one that has done its work is told to end and not waited for. A spare knows nothing of the test that it
/// will serve: its inputs do not exist yet.
class Workers {
 public:
  /// This test's worker; of several ranks, the one of `rank`.
  Transport& of(Flavour flavour, int rank = 0);
  /// Forgets this test's worker, which is of no use any more; the next of() gives another.
  void discard(Flavour flavour, int rank = 0) { serving_.erase({flavour, rank}); }
  /// What this test's workers printed, of the first that printed anything; they end.
  std::string printed();
  /// The test is over: its workers end.
  void end_test();
  /// Waits until no worker is left.
  void end_all();

 private:
  using Seat = std::pair<Flavour, int>;
  std::map<Seat, std::unique_ptr<Transport>> serving_, spare_;
  std::deque<std::unique_ptr<Transport>> ending_;
};

}  // namespace gridmark::channel
