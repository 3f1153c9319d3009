#pragma once
#include <filesystem>

namespace gridmark::benchmarks {

/// Writes `count` submissions of the lab to `folder`/sNNNN: its solution, starter, mutants and hostile cases by turns.
/// Each file of code gets a comment of its own, so that no two submissions are equal.
///
/// Ends the process where the lab or a case cannot be read.
void make_class(const std::filesystem::path& folder, int count, const std::string& lab);

/// The same with one small file each, for graders in miniature.
void make_simulated_class(const std::filesystem::path& folder, int count, const std::string& lab);

}  // namespace gridmark::benchmarks
