#pragma once

namespace gridmark::emulation {

/// From now on launches and copies fail with cudaErrorLaunchOutOfResources, or work again. Used to test how a
/// program handles such errors.
void refuse_work(bool refused);

}  // namespace gridmark::emulation
