// The text of a script, read into the values of script.hpp.

#include <algorithm>

#include "models/script.hpp"
#include "models/text_file.hpp"
#include "runtime/describe.hpp"

namespace holdpoint {

namespace script_file {

struct Call {
  std::string tool;
  std::optional<json::object> args;
};
BOOST_DESCRIBE_STRUCT(Call, (), (tool, args))

struct Then {
  std::optional<std::string> returned, denied, expired, cancelled, failed;
};
BOOST_DESCRIBE_STRUCT(Then, (), (returned, denied, expired, cancelled, failed))

struct Rule {
  std::string match;
  std::optional<json::value> each;  // a pattern or several
  std::optional<std::map<std::string, std::string>> words;
  std::optional<std::string> say;
  std::optional<Call> call;
  std::optional<Then> then;
  std::optional<std::string> otherwise;
};
BOOST_DESCRIBE_STRUCT(Rule, (), (match, each, words, say, call, then, otherwise))

struct File {
  std::optional<std::string> about;
  std::vector<Rule> rules;
  std::string otherwise;
};
BOOST_DESCRIBE_STRUCT(File, (), (about, rules, otherwise))

}  // namespace script_file

namespace {

using Finding = std::optional<Error>;
using Names = std::vector<std::string>;

Finding compile(const std::string& text, ScriptRule::Pattern& out) {
  RE2::Options options;
  options.set_case_sensitive(false);
  options.set_log_errors(false);
  auto pattern = std::make_shared<const RE2>(text, options);
  if (!pattern->ok()) return Error({}, "not a regular expression: " + pattern->error());
  out = std::move(pattern);
  return {};
}

Finding compile_each(const json::value& each, std::vector<ScriptRule::Pattern>& out) {
  if (each.is_string()) return compile(std::string(each.get_string()), out.emplace_back());
  const auto patterns = from_json<std::vector<std::string>>(each);
  if (!patterns)
    return each.is_array() ? patterns.error() : mismatch("a string or an array", kind_of(each));
  for (std::size_t i = 0; i < patterns->size(); ++i) {
    if (auto wrong = compile((*patterns)[i], out.emplace_back()))
      return error_under(std::to_string(i), std::move(*wrong));
  }
  return {};
}

// The names its phrases may use: with `each`, what every one of its patterns can find is known.
Names names_of(const ScriptRule& rule) {
  Names names;
  const auto add = [&](const RE2& pattern) {
    for (const auto& [name, number] : pattern.NamedCapturingGroups()) names.push_back(name);
  };
  if (rule.each.empty()) add(*rule.match);
  for (const auto& pattern : rule.each) add(*pattern);
  return names;
}

Finding check_names(const Phrase& phrase, const Names& known, bool after_the_call) {
  for (const auto& name : phrase.names()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    if (after_the_call && (name == "tool" || name == "out" || name.starts_with("out."))) continue;
    return Error({}, "{" + name + "} is no group of the pattern");
  }
  return {};
}

Finding read_phrase(const std::optional<std::string>& text, const Names& known, bool after_the_call,
                    Phrase& out) {
  if (!text) return {};
  auto phrase = Phrase::parse(*text);
  if (!phrase) return phrase.error();
  out = std::move(*phrase);
  return check_names(out, known, after_the_call);
}

Finding check_arguments(const json::value& value, const Names& known) {
  if (const auto* text = value.if_string()) {
    Phrase phrase;
    return read_phrase(std::string(*text), known, false, phrase);
  }
  if (const auto* object = value.if_object()) {
    for (const auto& member : *object) {
      if (auto wrong = check_arguments(member.value(), known))
        return error_under(member.key(), std::move(*wrong));
    }
  }
  if (const auto* array = value.if_array()) {
    for (std::size_t i = 0; i < array->size(); ++i) {
      if (auto wrong = check_arguments((*array)[i], known))
        return error_under(std::to_string(i), std::move(*wrong));
    }
  }
  return {};
}

Finding read_then(const script_file::Then& then, const Names& known, ScriptRule& rule) {
  Finding wrong;
  for_each_member<script_file::Then>([&](const char* outcome, auto member) {
    if (wrong || !(then.*member)) return;
    wrong = read_phrase(then.*member, known, true, rule.then[outcome]);
    if (wrong) wrong = error_under(outcome, std::move(*wrong));
  });
  return wrong;
}

Finding read_rule(const script_file::Rule& said, ScriptRule& rule) {
  if (auto wrong = compile(said.match, rule.match)) return error_under("match", std::move(*wrong));
  if (said.each) {
    if (auto wrong = compile_each(*said.each, rule.each))
      return error_under("each", std::move(*wrong));
  }
  if (said.words) rule.words = *said.words;
  const Names known = names_of(rule);
  if (auto wrong = read_phrase(said.say, known, false, rule.say))
    return error_under("say", std::move(*wrong));
  if (auto wrong = read_phrase(said.otherwise, {}, false, rule.otherwise))
    return error_under("otherwise", std::move(*wrong));
  if (said.otherwise.has_value() != said.each.has_value())
    return Error("/otherwise", "expected with \"each\", and only there");
  if (said.call) {
    if (said.call->tool.empty()) return Error("/call/tool", "expected a name");
    rule.tool = said.call->tool;
    rule.args = said.call->args.value_or(json::object{});
    if (auto wrong = check_arguments(rule.args, known))
      return error_under("call", error_under("args", std::move(*wrong)));
  } else if (said.then) {
    return Error("/then", "there is no \"call\" that it could tell about");
  }
  if (said.then) {
    if (auto wrong = read_then(*said.then, known, rule))
      return error_under("then", std::move(*wrong));
  }
  return {};
}

}  // namespace

Result<Script> parse_script(std::string_view text) {
  const auto value = parse_json(text);
  if (!value) return value.error();
  const auto file = from_json<script_file::File>(*value);
  if (!file) return file.error();
  Script script;
  script.otherwise = file->otherwise;
  for (std::size_t i = 0; i < file->rules.size(); ++i) {
    if (auto wrong = read_rule(file->rules[i], script.rules.emplace_back()))
      return error_under("rules", error_under(std::to_string(i), std::move(*wrong)));
  }
  return script;
}

Result<Script> load_script(const std::filesystem::path& file) {
  const auto text = read_text_file(file, script_bytes_max);
  if (!text) return text.error();
  auto script = parse_script(*text);
  if (!script) return error_in(file, script.error());
  script->name = file.stem().string();
  return script;
}

}  // namespace holdpoint
