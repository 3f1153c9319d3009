#pragma once
#include <filesystem>

namespace gridmark::benchmarks {

/// Writes `count` submissions of the lab to `folder`/sNNNN: its solution, starter, mutants and hostile cases
/// in turn. Each code file gets a different comment, so that no two submissions are equal. Ends the process
/// if the lab or a case cannot be read.
void make_class(const std::filesystem::path& folder, int count, const std::string& lab);

/// The same with one small file each, for the simulated graders.
void make_simulated_class(const std::filesystem::path& folder, int count, const std::string& lab);

}  // namespace gridmark::benchmarks
