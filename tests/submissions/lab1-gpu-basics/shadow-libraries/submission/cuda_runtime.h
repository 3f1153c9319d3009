#pragma once
#error "the submission's own header was taken"
