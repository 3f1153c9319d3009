#pragma once

namespace gridmark::emulation {

/// From now on launches and copies fail with cudaErrorLaunchOutOfResources, or no longer: what
/// does a program do then?
void refuse_work(bool refused);

}  // namespace gridmark::emulation
