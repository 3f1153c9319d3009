#pragma once
#error "nvJitLink is not there on the emulated device, which runs no PTX: compile the files together"
