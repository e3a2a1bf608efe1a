#include "samgraph/import/dot_syntax.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "samgraph/import/dot_lexer.h"

namespace fiberloom {
namespace {

constexpr int kDeepestNesting = 64;

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// The attributes that `node [...]` and `edge [...]` give to all that follow in their braces.
struct Defaults {
  DotAttributes nodes;
  DotAttributes edges;
};

class Parser {
 public:
  explicit Parser(const DotText& text) : text_(text), tokens_(read_dot_tokens(text)) {}

  DotGraph parse() {
    accept_word("strict");
    if (!accept_word("digraph")) {
      throw fault("'digraph'");
    }
    if (peek().kind == DotToken::Kind::id) {
      ++at_;
    }
    expect("{");
    statements({}, 0);
    if (peek().kind != DotToken::Kind::end) {
      throw fault("the end of the file");
    }
    return std::move(graph_);
  }

 private:
  const DotToken& peek(size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  bool is_symbol(std::string_view symbol, size_t ahead = 0) const {
    return peek(ahead).kind == DotToken::Kind::symbol && peek(ahead).text == symbol;
  }
  bool is_word(std::string_view word) const {
    return peek().kind == DotToken::Kind::id && !peek().quoted && lower(peek().text) == word;
  }
  bool accept(std::string_view symbol) {
    const bool there = is_symbol(symbol);
    at_ += there ? 1 : 0;
    return there;
  }
  bool accept_word(std::string_view word) {
    const bool there = is_word(word);
    at_ += there ? 1 : 0;
    return there;
  }
  Error fault(const std::string& expected) const {
    const bool end = peek().kind == DotToken::Kind::end;
    return bad_input(end ? "the file ends too early" : fmt::format("unexpected '{}'", peek().text),
                     text_.where(peek()), "expected " + expected);
  }
  void expect(std::string_view symbol) {
    if (!accept(symbol)) {
      throw fault(fmt::format("'{}'", symbol));
    }
  }

  /// An identifier; quoted ones may be joined by +.
  std::string id() {
    if (peek().kind != DotToken::Kind::id) {
      throw fault("a name");
    }
    std::string text = tokens_[at_++].text;
    while (is_symbol("+") && peek(1).quoted) {
      text += peek(1).text;
      at_ += 2;
    }
    return text;
  }

  void statements(Defaults defaults, int nesting) {
    if (nesting > kDeepestNesting) {
      throw bad_input("sub-graphs nest too deeply", text_.where(peek()));
    }
    while (!accept("}")) {
      statement(defaults, nesting);
      accept(";");
    }
  }

  void statement(Defaults& defaults, int nesting) {
    if (accept_word("subgraph")) {
      if (peek().kind == DotToken::Kind::id) {
        ++at_;
      }
      expect("{");
      subgraph(defaults, nesting);
    } else if (accept("{")) {
      subgraph(defaults, nesting);
    } else if (accept_word("node")) {
      attributes(defaults.nodes);
    } else if (accept_word("edge")) {
      attributes(defaults.edges);
    } else if (accept_word("graph")) {
      DotAttributes ignored;
      attributes(nesting == 0 ? graph_.attributes : ignored);
    } else if (is_symbol("=", 1)) {
      graph_attribute(nesting);
    } else {
      node_or_edges(defaults);
    }
  }

  void subgraph(const Defaults& defaults, int nesting) {
    statements(defaults, nesting + 1);
    if (is_symbol("->") || is_symbol("--")) {
      throw bad_input("an edge from a whole sub-graph is none of a SAM graph", text_.where(peek()));
    }
  }

  void graph_attribute(int nesting) {
    const DotToken first = peek();
    const std::string name = id();
    expect("=");
    std::string value = id();
    if (nesting == 0) {
      graph_.attributes[name] = std::move(value);
      graph_.attributes_where = text_.where(first);
    }
  }

  void node_or_edges(const Defaults& defaults) {
    const DotToken first = peek();
    std::string name = id();
    if (is_symbol(":")) {
      throw bad_input("a node's port is none of a SAM graph", text_.where(peek()));
    }
    if (is_symbol("--")) {
      throw bad_input("an undirected edge is none of a SAM graph", text_.where(peek()));
    }
    if (!is_symbol("->")) {
      DotNode node{
          .id = std::move(name), .attributes = defaults.nodes, .where = text_.where(first)};
      attributes(node.attributes);
      graph_.nodes.push_back(std::move(node));
      return;
    }
    std::vector<DotEdge> chain;
    while (accept("->")) {
      std::string next = id();
      chain.push_back({.from = name, .to = next, .attributes = {}, .where = text_.where(first)});
      name = std::move(next);
    }
    DotAttributes all = defaults.edges;
    attributes(all);
    for (DotEdge& edge : chain) {
      edge.attributes = all;
      graph_.edges.push_back(std::move(edge));
    }
  }

  /// Any number of lists in brackets; later ones win.
  void attributes(DotAttributes& into) {
    while (accept("[")) {
      while (!accept("]")) {
        const std::string name = id();
        std::string value = "true";
        if (accept("=")) {
          value = id();
        }
        into[name] = std::move(value);
        if (!accept(",")) {
          accept(";");
        }
      }
    }
  }

  const DotText& text_;
  std::vector<DotToken> tokens_;
  size_t at_ = 0;
  DotGraph graph_;
};

}  // namespace

DotGraph parse_dot(const std::string& text, const std::string& file) {
  const DotText source(text, file);
  return Parser(source).parse();
}

}  // namespace fiberloom
