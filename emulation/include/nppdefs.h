#pragma once
#error "NPP is not available on the emulated device: write the filter as a kernel"
