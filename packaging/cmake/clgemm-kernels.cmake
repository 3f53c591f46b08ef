# clgemm_add_kernels(TARGET target [NAME name]
#                    [PRESET preset] [PROFILE profile] [INTERFACE interface] [OPTIONS option...] [TEMPLATES folder]
#                    [SHAPES file] [MOST_KERNELS number]
#                    [EMIT cl|json|header|launcher|selftest|dispatch...] [FOLDER folder])
#
# Emits a kernel while `target` is built, before anything of it is compiled; again when the generator or a profile, an interface, a list of
# shapes or a template of one's own changes. `target` is an executable or library, whose sources then find the emitted headers, an INTERFACE library,
# with which the sources of all that link with it find them, or a custom target.
#
#   NAME       of the kernel and stem of its files; else that of the target
#   PRESET     as --preset
#   PROFILE    as --for: a name or, with a slash or ending in .json, a file, relative to the folder of this CMakeLists.txt
#   INTERFACE  as --interface: a name or a file, as PROFILE
#   OPTIONS    any others of clgemm-gen, a word each
#   TEMPLATES  as --template-dir, relative to the folder of this CMakeLists.txt
#   SHAPES     as --shapes: a file, relative to the folder of this CMakeLists.txt; MOST_KERNELS as --most-kernels; both with EMIT dispatch
#   EMIT       which files: name.cl, name.json, name.h, name_launch.h, name_selftest.h; with `dispatch` these are for all of its kernels, and
#              name_dispatch.h is their header; else the header
#   FOLDER     where to write, relative to the binary folder; else clgemm/target
cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.31)

function(clgemm_add_kernels)
  cmake_parse_arguments(PARSE_ARGV 0 ask "" "TARGET;NAME;PRESET;PROFILE;INTERFACE;TEMPLATES;SHAPES;MOST_KERNELS;FOLDER" "OPTIONS;EMIT")
  if(ask_UNPARSED_ARGUMENTS OR ask_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "clgemm_add_kernels: not understood: ${ask_UNPARSED_ARGUMENTS}${ask_KEYWORDS_MISSING_VALUES}")
  endif()
  if(NOT TARGET "${ask_TARGET}")
    message(FATAL_ERROR "clgemm_add_kernels: TARGET '${ask_TARGET}' is no target that was added before")
  endif()
  if(NOT DEFINED ask_NAME)
    set(ask_NAME "${ask_TARGET}")
  endif()
  if(NOT DEFINED ask_EMIT)
    set(ask_EMIT header)
  endif()
  if(NOT DEFINED ask_FOLDER)
    set(ask_FOLDER "clgemm/${ask_TARGET}")
  endif()
  get_filename_component(folder "${ask_FOLDER}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  file(MAKE_DIRECTORY "${folder}")
  get_property(generator GLOBAL PROPERTY CLGEMM_GENERATOR)
  if(NOT EXISTS "${generator}")
    message(FATAL_ERROR "clgemm_add_kernels: no clgemm-gen was found that runs on this machine; set CLGEMM_GENERATOR to its path")
  endif()

  set(words ${ask_OPTIONS})
  if(DEFINED ask_PRESET)
    list(APPEND words --preset "${ask_PRESET}")
  endif()
  if(DEFINED ask_PROFILE)
    if(ask_PROFILE MATCHES "/|\\.json$")
      get_filename_component(ask_PROFILE "${ask_PROFILE}" ABSOLUTE)
    endif()
    list(APPEND words --for "${ask_PROFILE}")
  endif()
  if(DEFINED ask_INTERFACE)
    if(ask_INTERFACE MATCHES "/|\\.json$")
      get_filename_component(ask_INTERFACE "${ask_INTERFACE}" ABSOLUTE)
    endif()
    list(APPEND words --interface "${ask_INTERFACE}")
  endif()
  if(DEFINED ask_TEMPLATES)
    get_filename_component(ask_TEMPLATES "${ask_TEMPLATES}" ABSOLUTE)
    list(APPEND words --template-dir "${ask_TEMPLATES}")
  endif()
  if(DEFINED ask_SHAPES)
    get_filename_component(ask_SHAPES "${ask_SHAPES}" ABSOLUTE)
    list(APPEND words --shapes "${ask_SHAPES}")
  endif()
  if(DEFINED ask_MOST_KERNELS)
    list(APPEND words --most-kernels "${ask_MOST_KERNELS}")
  endif()

  set(end_of_cl .cl)
  set(end_of_json .json)
  set(end_of_header .h)
  set(end_of_launcher _launch.h)
  set(end_of_selftest _selftest.h)
  set(end_of_dispatch _dispatch.h)
  set(files "")
  foreach(word IN LISTS ask_EMIT)
    if(NOT DEFINED "end_of_${word}")
      message(FATAL_ERROR "clgemm_add_kernels: EMIT takes cl, json, header, launcher, selftest and dispatch, not '${word}'")
    endif()
    # The table of a dispatch is its header, too.
    if(NOT word STREQUAL header OR NOT dispatch IN_LIST ask_EMIT)
      list(APPEND files "${folder}/${ask_NAME}${end_of_${word}}")
    endif()
  endforeach()

  list(JOIN ask_EMIT "," emit)
  add_custom_command(OUTPUT ${files} DEPFILE "${folder}/${ask_NAME}.d" DEPENDS "${generator}" VERBATIM
    COMMENT "Emitting the kernel ${ask_NAME}"
    COMMAND "${generator}" ${words} --name "${ask_NAME}" --emit "${emit}" -o "${folder}/" --depfile "${folder}/${ask_NAME}.d")
  # A target of its own: `target` may be of another folder, which does not see the command.
  add_custom_target("${ask_TARGET}_${ask_NAME}" DEPENDS ${files})
  add_dependencies("${ask_TARGET}" "${ask_TARGET}_${ask_NAME}")
  get_target_property(type "${ask_TARGET}" TYPE)
  if(type STREQUAL INTERFACE_LIBRARY)
    target_include_directories("${ask_TARGET}" INTERFACE "${folder}")
  elseif(NOT type STREQUAL UTILITY)
    target_include_directories("${ask_TARGET}" PRIVATE "${folder}")
  endif()
endfunction()

cmake_policy(POP)
