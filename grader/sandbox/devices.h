#pragma once
// Device nodes of the machine that a command may use: none, unless it is asked for them.
#include <string>
#include <vector>

#include "grader/sandbox/options.h"

namespace gridmark::sandbox {

/// The nodes that NVIDIA's driver makes in `folder`: a GPU each, and those that all GPUs share.
std::vector<std::string> nvidia_nodes(const std::string& folder = "/dev");

/// All that `options` name. Throws SandboxFailure when one is no device node, or none of NVIDIA's is there.
std::vector<std::string> wanted_devices(const Options& options);

}  // namespace gridmark::sandbox
