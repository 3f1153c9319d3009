#pragma once
#error "cuSOLVER is not available on the emulated device: solve on the host"
