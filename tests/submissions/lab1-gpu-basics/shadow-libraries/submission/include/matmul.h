#error "the submission's own header was taken"
