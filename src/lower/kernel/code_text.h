#pragma once

#include <string>
#include <string_view>

namespace fiberloom {

/// Lines of C, indented as they are written.
class CodeText {
 public:
  explicit CodeText(int depth = 0) : depth_(depth) {}

  void line(std::string_view text);
  /// `head {`, and what follows inside.
  void open(std::string_view head);
  void close();
  /// `} head {`.
  void reopen(std::string_view head);
  /// A comment on its own line.
  void comment(std::string_view text);

  /// Lines that were written elsewhere, as they are.
  void append(const std::string& lines) { text_ += lines; }

  int depth() const { return depth_; }
  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }

 private:
  int depth_;
  std::string text_;
};

/// Does the text have `name` as a whole identifier?
bool mentions(std::string_view text, std::string_view name);

/// Are the lines statements one after the other, without branches and loops?
bool is_straight(std::string_view text);

}  // namespace fiberloom
