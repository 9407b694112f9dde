# Emscripten's own toolchain file, minus what stops it from working on Debian 12.

# It looks for packages only inside its own system root, but Eigen is headers and stands outside.
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)

# It would run test programs with flags that today's Node refuses.
set(CMAKE_CROSSCOMPILING_EMULATOR node)

# The optimiser of the JavaScript part needs acorn, which Debian installs where only its own Node looks.
set(CMAKE_CXX_LINKER_LAUNCHER ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs)

# Stands beside the real emcc, wherever that is.
find_program(emcc emcc REQUIRED)
file(REAL_PATH ${emcc} emcc)
cmake_path(GET emcc PARENT_PATH emscripten)
include(${emscripten}/cmake/Modules/Platform/Emscripten.cmake)
