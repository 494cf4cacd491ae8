#include "models/baseline_json.hpp"

#include <algorithm>
#include <initializer_list>

#include "runtime/describe.hpp"

namespace holdpoint {

// --- the file, member by member; from here come the names of its keys and their order ---
namespace baseline_file {

enum class Mode : std::uint8_t { bidi, sse };
BOOST_DESCRIBE_ENUM(Mode, bidi, sse)

struct Result {
  json::value call;
  std::optional<json::value> output;
  std::optional<std::string> error;
};
BOOST_DESCRIBE_STRUCT(Result, (), (call, output, error))

struct Action {
  std::size_t after = 0;
  std::optional<json::value> approve, deny;
  std::optional<std::string> reason;
  std::optional<Result> result;
  std::optional<std::string> interrupt, message;
  std::optional<std::uint32_t> advance_ms;
};
BOOST_DESCRIBE_STRUCT(Action, (),
                      (after, approve, deny, reason, result, interrupt, message, advance_ms))

struct Input {
  json::array messages;
  std::optional<std::string> trigger;
  std::optional<std::vector<Action>> actions;
};
BOOST_DESCRIBE_STRUCT(Input, (), (messages, trigger, actions))

struct Output {
  std::vector<std::string> rawEvents;
  std::vector<json::object> expectedChunks;
  std::size_t expectedDoneCount = 1;
  bool expectedStreamCompletion = true;
};
BOOST_DESCRIBE_STRUCT(Output, (),
                      (rawEvents, expectedChunks, expectedDoneCount, expectedStreamCompletion))

struct File {
  std::optional<std::string> description;
  Mode mode = Mode::bidi;
  std::optional<std::string> source, scenario, note;
  Input input;
  Output output;
};
BOOST_DESCRIBE_STRUCT(File, (), (description, mode, source, scenario, note, input, output))

}  // namespace baseline_file

namespace {

namespace file = baseline_file;
using Finding = std::optional<Error>;

constexpr std::string_view frame_begin = "data: ";
constexpr std::string_view frame_end = "\n\n";
constexpr std::string_view done = "[DONE]";

// Others may have written more into the file than we know; where it is not ours, that is fine.
void keep_only(json::value& value, std::initializer_list<std::string_view> keys) {
  auto* object = value.if_object();
  if (!object) return;
  json::object kept;
  for (const auto& member : *object) {
    if (std::ranges::find(keys, std::string_view(member.key())) != keys.end())
      kept.emplace(member.key(), member.value());
  }
  *object = std::move(kept);
}

Result<json::object> parse_frame(std::string_view frame) {
  if (!frame.starts_with(frame_begin) || !frame.ends_with(frame_end))
    return Error({}, "expected \"data: …\" and two line ends");
  frame.remove_prefix(frame_begin.size());
  frame.remove_suffix(frame_end.size());
  auto chunk = parse_json(frame);
  if (!chunk) return Error({}, "in the frame, " + to_string(chunk.error()));
  if (!chunk->is_object() || string_or(chunk->get_object(), "type").empty())
    return Error({}, "expected a chunk with a type");
  return std::move(chunk->get_object());
}

// Frames and chunks are the same thing twice.
Finding check_output(const file::Output& output) {
  const std::string done_frame = frame_around(done);
  std::size_t done_count = 0;
  std::size_t chunks = 0;
  for (std::size_t i = 0; i < output.rawEvents.size(); ++i) {
    const std::string& frame = output.rawEvents[i];
    if (frame == done_frame) {
      ++done_count;
      continue;
    }
    const auto chunk = parse_frame(frame);
    if (!chunk) return error_under("rawEvents", error_under(std::to_string(i), chunk.error()));
    const auto place = "/expectedChunks/" + std::to_string(chunks);
    if (chunks == output.expectedChunks.size())
      return Error("/expectedChunks", "ends before rawEvents do");
    if (write_json(*chunk, JsonStyle::canonical) !=
        write_json(output.expectedChunks[chunks], JsonStyle::canonical)) {
      return Error(place, "is not what rawEvents/" + std::to_string(i) + " says");
    }
    ++chunks;
  }
  if (chunks < output.expectedChunks.size())
    return Error("/expectedChunks/" + std::to_string(chunks), "is not in rawEvents");
  if (done_count != output.expectedDoneCount)
    return Error("/expectedDoneCount", "rawEvents have " + std::to_string(done_count) + " [DONE]");
  return {};
}

Result<std::size_t> call_number(const json::value& call, const std::vector<std::string>& ids) {
  if (const auto* id = call.if_string()) {
    const auto found = std::ranges::find(ids, std::string_view(*id));
    if (found == ids.end()) return Error({}, "no call has this id");
    return static_cast<std::size_t>(found - ids.begin());
  }
  const auto number = from_json<std::size_t>(call);
  if (!number) return mismatch("a call's number or id", kind_of(call));
  if (*number >= ids.size())
    return Error({}, "there are only " + std::to_string(ids.size()) + " calls");
  return *number;
}

Result<Action> answer(const file::Action& said, bool approved,
                      const std::vector<std::string>& ids) {
  const auto call = call_number(approved ? *said.approve : *said.deny, ids);
  if (!call) return error_under(approved ? "approve" : "deny", call.error());
  return Action{said.after, Action::Answer{*call, approved, said.reason.value_or("")}};
}

Result<Action> client_result(const file::Action& said, const std::vector<std::string>& ids) {
  const file::Result& result = *said.result;
  const auto call = call_number(result.call, ids);
  if (!call) return error_under("result", error_under("call", call.error()));
  if (result.output.has_value() == result.error.has_value())
    return Error("/result", "expected either \"output\" or \"error\"");
  if (result.error)
    return Action{said.after, Action::Result{*call, json::string(*result.error), true}};
  return Action{said.after, Action::Result{*call, *result.output, false}};
}

Result<Action> read_action(const file::Action& said, const std::vector<std::string>& ids) {
  const int kinds = said.approve.has_value() + said.deny.has_value() + said.result.has_value() +
                    said.interrupt.has_value() + said.message.has_value() +
                    said.advance_ms.has_value();
  if (kinds != 1)
    return Error({}, "expected one of approve, deny, result, interrupt, message, advance_ms");
  if (said.reason && !said.approve && !said.deny)
    return Error("/reason", "only approve and deny have a reason");
  if (said.approve) return answer(said, true, ids);
  if (said.deny) return answer(said, false, ids);
  if (said.result) return client_result(said, ids);
  if (said.interrupt) return Action{said.after, Action::Interrupt{*said.interrupt}};
  if (said.message) return Action{said.after, Action::Message{*said.message}};
  return Action{said.after, Action::Advance{std::chrono::milliseconds(*said.advance_ms)}};
}

Finding read_actions(const std::vector<file::Action>& all, Baseline& baseline) {
  const auto ids = call_ids(baseline);
  auto& actions = baseline.actions.emplace();
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto action = read_action(all[i], ids);
    Finding wrong;
    if (!action)
      wrong = action.error();
    else if (action->after > baseline.chunks.size())
      wrong =
          Error("/after", "there are only " + std::to_string(baseline.chunks.size()) + " chunks");
    else if (!actions.empty() && action->after < actions.back().after)
      wrong = Error("/after", "lies before the action before it");
    if (wrong) return error_under(std::to_string(i), std::move(*wrong));
    actions.push_back(std::move(*action));
  }
  return {};
}

Finding check_messages(const json::array& messages) {
  if (messages.empty()) return Error({}, "expected a message");
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (!messages[i].is_object())
      return Error("/" + std::to_string(i), mismatch("an object", kind_of(messages[i])).what);
  }
  const auto last = std::to_string(messages.size() - 1);
  if (string_or(messages.back().get_object(), "role") != "user")
    return Error("/" + last + "/role", "expected the last message to be the user's");
  return {};
}

std::string or_nothing(std::optional<std::string>& text) { return std::move(text).value_or(""); }

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

file::Action written(const Action& action) {
  file::Action out;
  out.after = action.after;
  struct Write {
    file::Action& out;
    void operator()(const Action::Answer& answer) const {
      (answer.approved ? out.approve : out.deny) = json::value(answer.call);
      out.reason = unless_empty(answer.reason);
    }
    void operator()(const Action::Result& result) const {
      auto& written = out.result.emplace();
      written.call = json::value(result.call);
      if (!result.failed)
        written.output = result.output;
      else
        written.error = result.output.is_string() ? std::string(result.output.get_string())
                                                  : write_json(result.output);
    }
    void operator()(const Action::Interrupt& interrupt) const { out.interrupt = interrupt.reason; }
    void operator()(const Action::Message& message) const { out.message = message.text; }
    void operator()(const Action::Advance& advance) const {
      out.advance_ms = static_cast<std::uint32_t>(advance.by.count());
    }
  };
  std::visit(Write{out}, action.what);
  return out;
}

void append_pretty(std::string& out, const json::value& value, std::size_t depth) {
  const std::string indent(2 * (depth + 1), ' ');
  std::string_view before = "\n";
  if (const auto* object = value.if_object(); object && !object->empty()) {
    out += '{';
    for (const auto& member : *object) {
      out.append(before).append(indent);
      append_json_string(out, member.key());
      append_pretty(out.append(": "), member.value(), depth + 1);
      before = ",\n";
    }
    out.append("\n").append(indent, 2).append("}");
  } else if (const auto* array = value.if_array(); array && !array->empty()) {
    out += '[';
    for (const auto& element : *array) {
      append_pretty(out.append(before).append(indent), element, depth + 1);
      before = ",\n";
    }
    out.append("\n").append(indent, 2).append("]");
  } else {
    append_json(out, value);
  }
}

}  // namespace

std::string write_pretty_json(const json::value& value) {
  std::string out;
  append_pretty(out, value, 0);
  return out += '\n';
}

Result<Baseline> parse_baseline(std::string_view text) {
  auto value = parse_json(text);
  if (!value) return value.error();
  keep_only(*value, {"description", "mode", "source", "scenario", "note", "input", "output"});
  if (auto* object = value->if_object()) {
    if (auto* output = object->if_contains("output"))
      keep_only(*output,
                {"rawEvents", "expectedChunks", "expectedDoneCount", "expectedStreamCompletion"});
    if (!object->contains("mode")) return Error("/mode", "required, but missing");
  }
  auto parsed = from_json<file::File>(*value);
  if (!parsed) return parsed.error();
  if (auto wrong = check_messages(parsed->input.messages))
    return error_under("input", error_under("messages", std::move(*wrong)));
  if (auto wrong = check_output(parsed->output)) return error_under("output", std::move(*wrong));

  Baseline baseline;
  baseline.description = or_nothing(parsed->description);
  baseline.mode = parsed->mode == file::Mode::sse ? Baseline::Mode::sse : Baseline::Mode::bidi;
  baseline.source = or_nothing(parsed->source);
  baseline.scenario = or_nothing(parsed->scenario);
  baseline.note = or_nothing(parsed->note);
  baseline.messages = std::move(parsed->input.messages);
  if (parsed->input.trigger) baseline.trigger = *parsed->input.trigger;
  baseline.frames = std::move(parsed->output.rawEvents);
  baseline.chunks = std::move(parsed->output.expectedChunks);
  baseline.done_count = parsed->output.expectedDoneCount;
  baseline.completes = parsed->output.expectedStreamCompletion;
  if (parsed->input.actions) {
    if (auto wrong = read_actions(*parsed->input.actions, baseline))
      return error_under("input", error_under("actions", std::move(*wrong)));
  }
  return baseline;
}

std::string write_baseline(const Baseline& baseline) {
  file::File out;
  out.description = baseline.description;
  out.mode = baseline.mode == Baseline::Mode::sse ? file::Mode::sse : file::Mode::bidi;
  out.source = unless_empty(baseline.source);
  out.scenario = unless_empty(baseline.scenario);
  out.note = unless_empty(baseline.note);
  out.input.messages = baseline.messages;
  out.input.trigger = baseline.trigger;
  if (baseline.actions) {
    auto& actions = out.input.actions.emplace();
    for (const auto& action : *baseline.actions) actions.push_back(written(action));
  }
  out.output.rawEvents = baseline.frames;
  out.output.expectedChunks = baseline.chunks;
  out.output.expectedDoneCount = baseline.done_count;
  out.output.expectedStreamCompletion = baseline.completes;
  return write_pretty_json(to_json(out));
}

}  // namespace holdpoint
