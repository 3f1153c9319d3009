# A package's files are in /opt/gridmark, out of sight of submissions. Shells and man search below /usr.
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
foreach(link bin/gridmark share/man/man1/gridmark.1 share/bash-completion/completions/gridmark
             share/fish/vendor_completions.d/gridmark.fish)
  cmake_path(GET link PARENT_PATH folder)
  file(MAKE_DIRECTORY ${root}/usr/${folder})
  file(CREATE_LINK /opt/gridmark/${link} ${root}/usr/${link} SYMBOLIC)
endforeach()
file(MAKE_DIRECTORY ${root}/usr/share/zsh/vendor-completions)
file(CREATE_LINK /opt/gridmark/share/zsh/site-functions/_gridmark ${root}/usr/share/zsh/vendor-completions/_gridmark SYMBOLIC)
