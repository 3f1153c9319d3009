#pragma once
#error "nvJitLink is not available on the emulated device, which runs no PTX: compile the files together"
