#include <filesystem>

#include <catch2/catch.hpp>

#include "kernel/environment.h"
#include "kernel/kernel_texts.h"

namespace fiberloom {
namespace {

namespace fs = std::filesystem;

// Each would make a file `harm` in the current folder if a shell ever read it.
const std::vector<std::string> kHostileNames = {
    "a;touch harm", "a b", "it's",  "\"quoted\"",    "$(touch harm)", "`touch harm`",
    "a\nb",         "-o",  "@file", "a&touch harm&", "%s%n",          "$HOME"};

/// Runs a test in a folder of its own; the old one is the current one again afterwards.
class CurrentFolder {
 public:
  explicit CurrentFolder(const std::string& path) : before_(fs::current_path()) {
    fs::current_path(path);
  }
  ~CurrentFolder() { fs::current_path(before_); }
  CurrentFolder(const CurrentFolder&) = delete;
  CurrentFolder& operator=(const CurrentFolder&) = delete;

 private:
  fs::path before_;
};

}  // namespace

TEST_CASE("hostile names of tensors reach no shell", "[kernel]") {
  const KernelWorkshop workshop;
  const CurrentFolder current(workshop.folder().path(""));
  const KernelCompiler compiler = workshop.compiler();
  for (const std::string& name : kHostileNames) {
    KernelSource source = spmv_kernel();
    source.operands[0].name = name;
    source.operands[0].of = name;
    source.result.name = name;
    source.text = "/* " + name + " */\n" + spmv_kernel().text;
    INFO(name);
    CHECK(compiler.compile(source).function != nullptr);
  }
  CHECK_FALSE(fs::exists("harm"));
}

TEST_CASE("hostile names of folders reach no shell", "[kernel]") {
  const TemporaryFolder folder;
  const CurrentFolder current(folder.path(""));
  const ScopedVariable cc("CC", std::nullopt);
  for (const std::string& name : kHostileNames) {
    INFO(name);
    fs::create_directory(folder.path(name));
    const ScopedVariable temporary("TMPDIR", folder.path(name));
    const ScopedVariable relative("FIBERLOOM_CACHE", name + "/cache");
    const KernelCompiler compiler;
    CHECK(compiler.cache().directory() == folder.path(name) + "/cache");
    const LoadedLibrary loaded = compiler.compile_text("int answer(void) { return 1; }\n", true);
    CHECK(loaded.library.function<int()>("answer")() == 1);
  }
  CHECK_FALSE(fs::exists("harm"));
}

TEST_CASE("a compiler's path may have blanks and quotes, its flags no shell reads", "[kernel]") {
  const KernelWorkshop workshop;
  const CurrentFolder current(workshop.folder().path(""));
  const std::string program =
      workshop.folder().write("my 'own' cc", "#!/bin/sh\nexec cc -DANSWER=9 \"$@\"\n");
  fs::permissions(program, fs::perms::owner_all);
  const LoadedLibrary loaded = workshop.compiler({.program = program})
                                   .compile_text("int answer(void) { return ANSWER; }\n", false);
  CHECK(loaded.library.function<int()>("answer")() == 9);
  CHECK_THROWS(workshop.compiler({.program = "cc; touch harm"}));
  CHECK_THROWS(workshop.compiler({.program = "", .flags = "-O1 ; touch harm"})
                   .compile_text("int answer(void) { return 1; }\n", false));
  CHECK_FALSE(fs::exists("harm"));
}

}  // namespace fiberloom
