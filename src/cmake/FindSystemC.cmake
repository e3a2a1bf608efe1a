# SystemC::systemc, from the CMake package that upstream installs or from Debian's pkg-config file.
find_package(SystemCLanguage CONFIG QUIET)
if(TARGET SystemC::systemc)
  set(SystemC_FOUND TRUE)
else()
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(SYSTEMC IMPORTED_TARGET GLOBAL systemc)
  include(FindPackageHandleStandardArgs)
  find_package_handle_standard_args(SystemC REQUIRED_VARS SYSTEMC_LINK_LIBRARIES
                                    VERSION_VAR SYSTEMC_VERSION)
  if(SystemC_FOUND)
    add_library(SystemC::systemc ALIAS PkgConfig::SYSTEMC)
    # Debian's library exports the API symbol of C++17 only; its header lets us name that version.
    target_compile_definitions(PkgConfig::SYSTEMC INTERFACE SC_CPLUSPLUS=201703L)
  endif()
endif()
