#include "kernel/kernel_cache.h"

#include <chrono>
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "base/text_file.h"
#include "kernel/content_hash.h"
#include "kernel/environment.h"

namespace fiberloom {
namespace {

namespace fs = std::filesystem;

void store_text(const KernelCache& cache, const std::string& name, const std::string& text) {
  cache.store(name, [&](const std::string& path) { std::ofstream(path) << text; });
}

void age(const std::string& path, std::chrono::hours hours) {
  fs::last_write_time(path, fs::file_time_type::clock::now() - hours);
}

}  // namespace

TEST_CASE("content hashes are those of XXH3, the same everywhere", "[kernel]") {
  // The first is in the specification of XXH128.
  CHECK(content_hash("") == "99aa06d3014798d86001c324468d497f");
  CHECK(content_hash("a") != content_hash("b"));
  CHECK(content_hash(std::string("a\0b", 3)) != content_hash("a"));
}

TEST_CASE("the cache folder is the first that the environment names", "[kernel]") {
  const TemporaryFolder folder;
  const ScopedVariable home("HOME", folder.path("home"));
  const ScopedVariable xdg("XDG_CACHE_HOME", folder.path("xdg"));
  {
    const ScopedVariable own("FIBERLOOM_CACHE", folder.path("own"));
    CHECK(KernelCache().directory() == folder.path("own"));
  }
  const ScopedVariable own("FIBERLOOM_CACHE", std::nullopt);
  CHECK(KernelCache().directory() == folder.path("xdg") + "/fiberloom");
  const ScopedVariable relative("XDG_CACHE_HOME", "not/absolute");
  CHECK(KernelCache().directory() == folder.path("home") + "/.cache/fiberloom");
}

TEST_CASE("where no folder can be written a private one serves, and goes", "[kernel]") {
  const TemporaryFolder folder;
  const ScopedVariable temporary("TMPDIR", folder.path(""));
  const ScopedVariable own("FIBERLOOM_CACHE", folder.write("file", "no folder") + "/below");
  std::string directory;
  {
    const KernelCache cache;
    directory = cache.directory();
    store_text(cache, "x", "text");
    CHECK(fs::path(directory).parent_path() == fs::path(folder.path("")).parent_path());
    CHECK(fs::status(directory).permissions() == fs::perms::owner_all);
  }
  CHECK_FALSE(fs::exists(directory));
}

TEST_CASE("a folder that others may write to is not trusted", "[kernel]") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path("open"));
  fs::permissions(folder.path("open"), fs::perms::all);
  const ScopedVariable own("FIBERLOOM_CACHE", folder.path("open"));
  CHECK(KernelCache().directory() != folder.path("open"));
}

TEST_CASE("a file that could not be made leaves nothing", "[kernel]") {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path("cache"));
  CHECK_THROWS(cache.store("x", [](const std::string& path) {
    std::ofstream(path) << "half";
    throw bad_input("no");
  }));
  CHECK_FALSE(cache.touch("x"));
  CHECK(fs::is_empty(cache.directory()));
}

TEST_CASE("what killed processes left is removed later", "[kernel]") {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path("cache"));
  store_text(cache, "kept", "text");
  std::ofstream(cache.path("x.so.tmp-old")) << "half";
  std::ofstream(cache.path("x.so.tmp-new")) << "half";
  age(cache.path("x.so.tmp-old"), std::chrono::hours(2));
  cache.trim();
  CHECK_FALSE(fs::exists(cache.path("x.so.tmp-old")));
  CHECK(fs::exists(cache.path("x.so.tmp-new")));  // somebody may be at it
  CHECK(cache.touch("kept"));
}

TEST_CASE("the cache drops what was longest not used beyond its limit", "[kernel]") {
  const TemporaryFolder folder;
  const KernelCache cache(folder.path("cache"), 250);
  for (int n = 0; n < 4; ++n) {
    store_text(cache, std::to_string(n), std::string(100, 'x'));
    age(cache.path(std::to_string(n)), std::chrono::hours(10 - n));
  }
  CHECK(cache.touch("0"));
  cache.trim();
  CHECK(cache.touch("0"));
  CHECK_FALSE(cache.touch("1"));
  CHECK_FALSE(cache.touch("2"));
  CHECK(cache.touch("3"));
}

TEST_CASE("a spoiled file in the cache is made anew", "[kernel]") {
  const KernelWorkshop workshop;
  const KernelCompiler compiler = workshop.compiler();
  const std::string text = "int answer(void) { return 3; }\n";
  compiler.compile_text(text, false);
  for (const auto& entry : fs::directory_iterator(workshop.cache())) {
    if (entry.path().extension() == ".so") {
      fs::remove(entry.path());
      std::ofstream(entry.path()) << "no library";
    }
  }
  const LoadedLibrary again = compiler.compile_text(text, false);
  CHECK(again.compile_seconds > 0);
  CHECK(again.library.function<int()>("answer")() == 3);
}

}  // namespace fiberloom
