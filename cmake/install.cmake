# `cmake --install` and the Debian package install the grader in one folder. Submissions must not see this folder.
#
#   PREFIX/bin/gridmark                  -> ../lib/gridmark/bin/gridmark
#   PREFIX/lib/gridmark/bin, toolkit, labs, lib    as in build/<preset>
#   PREFIX/lib/gridmark/course           the course: labs, starter, solutions, rubrics, and the sources for a handout
#   PREFIX/share                         manual page, completion of commands
#
# The cuda device is not installed, because its compiler belongs to this machine.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # `product` is installed, the tests are not
if(CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT)
  set(CMAKE_INSTALL_PREFIX /opt/gridmark CACHE PATH "Where `cmake --install` puts gridmark" FORCE)
endif()
set(home lib/gridmark)

install(CODE "set(built \"${PROJECT_BINARY_DIR}\")")
install(CODE [=[
  if(CMAKE_INSTALL_PREFIX MATCHES "^/(usr|bin|sbin|lib|lib64)(/|$)")
    message(FATAL_ERROR "${CMAKE_INSTALL_PREFIX} is where every submission can read, and solutions would lie there; name another folder with --prefix, as /opt/gridmark")
  endif()
  if(NOT EXISTS "${built}/bin/gridmark")
    message(FATAL_ERROR "gridmark is not built yet: run `./gridmark labs`, or `ninja -C ${built} product`")
  endif()
]=])

install(DIRECTORY ${PROJECT_BINARY_DIR}/bin/ DESTINATION ${home}/bin USE_SOURCE_PERMISSIONS
  FILES_MATCHING REGEX "/(gridmark|gridmark-[a-z-]*)$" PATTERN gpu EXCLUDE)  # gpu/: tests
install(DIRECTORY ${PROJECT_BINARY_DIR}/toolkit/ DESTINATION ${home}/toolkit USE_SOURCE_PERMISSIONS
  REGEX "/toolkit/cuda$" EXCLUDE)  # parts for a real device; folders of headers have that name, too
install(DIRECTORY ${PROJECT_BINARY_DIR}/lib/ DESTINATION ${home}/lib FILES_MATCHING PATTERN "*.a")
file(GLOB lab_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/labs/*/lab.json)
foreach(file ${lab_files})
  cmake_path(GET file PARENT_PATH folder)
  cmake_path(GET folder FILENAME lab)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/labs/${lab} DESTINATION ${home}/labs USE_SOURCE_PERMISSIONS
    PATTERN "*.d" EXCLUDE PATTERN "*cuda*" EXCLUDE)
endforeach()
foreach(room cmake base protocol emulation grader labkit labs starter solutions rubrics handout bundles docs/formats tests/submissions)
  if(EXISTS ${PROJECT_SOURCE_DIR}/${room})
    cmake_path(GET room PARENT_PATH parent)
    install(DIRECTORY ${room} DESTINATION ${home}/course/${parent} USE_SOURCE_PERMISSIONS)
  endif()
endforeach()
install(FILES CMakeLists.txt CMakePresets.json .gitignore DESTINATION ${home}/course)
install(FILES docs/emulation.md DESTINATION ${home}/course/docs)
install(PROGRAMS gridmark DESTINATION ${home}/course)

install(CODE [=[
  file(MAKE_DIRECTORY "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/bin")
  file(CREATE_LINK ../lib/gridmark/bin/gridmark "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/bin/gridmark" SYMBOLIC)
]=])

# The completions and the manual page, as the program prints them.
set(shell_files ${PROJECT_BINARY_DIR}/share)
foreach(pair "completions bash|bash-completion/completions/gridmark" "completions zsh|zsh/site-functions/_gridmark"
             "completions fish|fish/vendor_completions.d/gridmark.fish" "man-page|man/man1/gridmark.1")
  string(REGEX MATCH "^(.*)\\|(.*)$" pair ${pair})
  string(REPLACE " " ";" words ${CMAKE_MATCH_1})
  set(file ${CMAKE_MATCH_2})
  cmake_path(GET file PARENT_PATH folder)
  file(MAKE_DIRECTORY ${shell_files}/${folder})
  add_custom_command(OUTPUT ${shell_files}/${file} COMMAND gridmark ${words} > ${shell_files}/${file} DEPENDS gridmark VERBATIM
    COMMENT "gridmark ${CMAKE_MATCH_1}")
  list(APPEND made ${shell_files}/${file})
  install(FILES ${shell_files}/${file} DESTINATION share/${folder})
endforeach()
add_custom_target(shell_files DEPENDS ${made})
add_dependencies(product shell_files)

# cpack -B DIR --config build/release/CPackConfig.cmake
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gridmark)
set(CPACK_PACKAGE_CONTACT "the course that built it <root@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "graded lab harness and autograder for C++/CUDA courses")
set(CPACK_PACKAGING_INSTALL_PREFIX /opt/gridmark)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "It builds a submission, tests it, counts what its kernels do to memory, and scores it by a rubric. It needs no GPU.
 Labs come with their solutions and hidden tests, which every user of the machine can read: it is for those who grade.")
# These packages compile, link and run a submission. dpkg-shlibdeps finds the libraries of the programs.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++ (>= 4:12), binutils, libc6-dev, libdw-dev, bubblewrap, git")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libopenblas0, dbus-user-session")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gdb, libgtest-dev, libfmt-dev, cmake, ninja-build, slurm-client, bash-completion")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_STRIP_FILES OFF)  # a fault's source line comes from the worker's debug information
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_links.cmake)
include(CPack)
