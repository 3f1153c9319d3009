#pragma once
// Device nodes of the machine that a command may use. There are none by default.
#include <string>
#include <vector>

#include "grader/sandbox/options.h"

namespace gridmark::sandbox {

/// The nodes that NVIDIA's driver makes in `folder`: one for each GPU, and those that all GPUs share.
std::vector<std::string> nvidia_nodes(const std::string& folder = "/dev");

/// All nodes in `options`. Throws SandboxFailure if one is not a device node, or if there are none of
/// NVIDIA's.
std::vector<std::string> wanted_devices(const Options& options);

}  // namespace gridmark::sandbox
