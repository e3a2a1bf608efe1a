#include <systemc>

/// libsystemc's own main refers to it. The program has a main of its own and starts the kernel
/// itself, so this is never called.
int sc_main(int, char**) { return 0; }
