#pragma once
#error "NPP is not there on the emulated device: write the filter as a kernel"
