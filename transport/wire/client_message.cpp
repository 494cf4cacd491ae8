#include "transport/wire/client_message.hpp"

#include <algorithm>
#include <set>

#include "transport/wire/fields.hpp"

namespace holdpoint {

namespace {

constexpr std::string_view confirmation = "adk_request_confirmation";

// What is wrong, if anything: readers below fill what they are given.
using Fault = std::optional<Error>;

// --- the shapes of decisions ---

// What the parts of one message decide and return.
struct Answers {
  std::vector<Message> messages;
  std::vector<std::string> calls;  // all that the message shows
  std::set<std::string> over;      // calls and approvals that have their output already
};

std::string_view tool_of(const json::object& part, std::string_view type) {
  if (type == "dynamic-tool") return string_or(part, "toolName");
  return type.starts_with("tool-") ? type.substr(5) : std::string_view();
}

// What an `approval` member says; none: nothing is decided yet.
Result<std::optional<Decide>> read_approval(const json::object& part, std::string call) {
  const auto* found = member(part, "approval");
  if (!found) return std::optional<Decide>();
  const auto* approval = found->if_object();
  if (!approval) return error_under("approval", mismatch("an object", kind_of(*found)));
  Decide decide{{}, std::move(call), false, {}};
  const auto id = optional_text(*approval, "id");
  if (!id) return error_under("approval", id.error());
  decide.approval = *id;
  const auto reason = optional_text(*approval, "reason");
  if (!reason) return error_under("approval", reason.error());
  decide.reason = *reason;
  if (!member(*approval, "approved")) return std::optional<Decide>();
  const auto approved = flag_member(*approval, "approved");
  if (!approved) return error_under("approval", approved.error());
  decide.approved = *approved;
  return std::optional(std::move(decide));
}

// A confirmation is a tool part about an approval: its toolCallId is the approval's id.
Decide about_approval(Decide decide) {
  if (decide.approval.empty()) decide.approval = decide.call;
  decide.call.clear();
  return decide;
}

// {"confirmed": bool} or {"approved": bool}, in an output or a result; none: it is just a result.
std::optional<Decide> read_verdict(const json::value& value, std::string call) {
  const auto* object = value.if_object();
  if (!object) return std::nullopt;
  for (const std::string_view key : {"confirmed", "approved"}) {
    const auto* found = object->if_contains(key);
    if (!found || !found->is_bool()) continue;
    return Decide{
        {}, std::move(call), found->get_bool(), std::string(string_or(*object, "reason"))};
  }
  return std::nullopt;
}

// {"type":"tool-pay","toolCallId":…,"state":"approval-responded","approval":{…}}
Fault read_responded(const json::object& part, const std::string& call, bool confirms,
                     Answers& answers) {
  auto decide = read_approval(part, call);
  if (!decide) return decide.error();
  if (!*decide) {
    return Error("/approval/approved", "expected a boolean, found nothing");
  }
  answers.messages.emplace_back(confirms ? about_approval(std::move(**decide))
                                         : std::move(**decide));
  return {};
}

// {"type":"tool-adk_request_confirmation","toolCallId":<approval>,…,"output":{"confirmed":true}}
Fault read_confirmation_output(const json::object& part, const std::string& call,
                               Answers& answers) {
  const auto approval = read_approval(part, call);
  if (!approval) return approval.error();
  const auto* output = member(part, "output");
  auto decide = output ? read_verdict(*output, call) : std::nullopt;
  if (!decide) decide = *approval;
  if (!decide) return Error("/output/confirmed", "expected a boolean, found none");
  if (*approval) decide->approval = (*approval)->approval;
  decide->old = true;  // it looks the same long after
  answers.messages.emplace_back(about_approval(std::move(*decide)));
  return {};
}

// A call that has its output: from a tool of the client, maybe together with the yes that let the
// client run it; or one of the server's, come back with the history.
Fault read_output(const json::object& part, const std::string& call, std::string_view state,
                  Answers& answers) {
  auto decide = read_approval(part, call);
  if (!decide) return decide.error();
  answers.over.insert(call);
  bool allowed = true;
  if (*decide) {
    if (!(*decide)->approval.empty()) answers.over.insert((*decide)->approval);
    allowed = (*decide)->approved;
    (*decide)->old = true;
    answers.messages.emplace_back(std::move(**decide));
  }
  if (!allowed || state == "output-denied" || member(part, "preliminary")) return {};
  if (state == "output-available") {
    const auto* output = part.if_contains("output");
    answers.messages.emplace_back(ClientReturned{call, output ? *output : json::value()});
    return {};
  }
  const auto text = optional_text(part, "errorText");
  if (!text) return text.error();
  answers.messages.emplace_back(ClientReturned{call, json::string(*text), true});
  return {};
}

Fault read_tool_part(const json::object& part, std::string_view tool, Answers& answers) {
  const auto call = text_member(part, "toolCallId");
  if (!call) return call.error();
  const auto state = text_member(part, "state");
  if (!state) return state.error();
  const bool confirms = tool == confirmation;
  if (!confirms) answers.calls.push_back(*call);
  if (*state == "approval-responded") return read_responded(part, *call, confirms, answers);
  if (!state->starts_with("output-")) return {};
  if (!confirms) return read_output(part, *call, *state, answers);
  if (*state == "output-available") return read_confirmation_output(part, *call, answers);
  return {};
}

// The legacy form: {"type":"tool-result","toolCallId":…,"result":…}. Its id may be either one.
Fault read_tool_result(const json::object& part, Answers& answers) {
  const auto call = text_member(part, "toolCallId");
  if (!call) return call.error();
  const auto* result = part.if_contains("result");
  if (!result) return Error("/result", "expected the tool's result, found nothing");
  const bool confirms = string_or(part, "toolName") == confirmation;
  if (!confirms) answers.calls.push_back(*call);
  if (auto decide = read_verdict(*result, *call)) {
    decide->approval = *call;
    if (confirms) decide->call.clear();
    answers.messages.emplace_back(std::move(*decide));
  } else {
    answers.messages.emplace_back(ClientReturned{*call, *result});
  }
  return {};
}

Fault read_answer_part(const json::object& part, std::string_view type, Answers& answers) {
  if (type == "tool-result" && !part.contains("state")) return read_tool_result(part, answers);
  if (type == "tool-call" && !part.contains("state")) return {};  // legacy: what the model said
  const auto tool = tool_of(part, type);
  if (tool.empty()) return {};
  return read_tool_part(part, tool, answers);
}

// A yes whose output is there already is history, however it looks.
void mark_old(Answers& answers) {
  for (auto& message : answers.messages) {
    auto* decide = std::get_if<Decide>(&message);
    if (!decide) continue;
    decide->old = decide->old || answers.over.contains(decide->call) ||
                  answers.over.contains(decide->approval);
  }
}

// --- messages ---

// Calls `read(part, type)` for every part of a member that holds an array of them.
template <class Read>
Fault each_part(const json::object& message, std::string_view key, Read read) {
  const auto* found = member(message, key);
  if (!found) return {};
  const auto* parts = found->if_array();
  if (!parts) return error_under(key, mismatch("an array", kind_of(*found)));
  for (std::size_t i = 0; i < parts->size(); ++i) {
    const auto fault = [&]() -> Fault {
      const auto* part = (*parts)[i].if_object();
      if (!part) return mismatch("an object", kind_of((*parts)[i]));
      const auto type = text_member(*part, "type");
      if (!type) return type.error();
      return read(*part, *type);
    }();
    if (fault) return error_under(key, error_under(std::to_string(i), *fault));
  }
  return {};
}

// `parts`, and `content` where it is not plain text.
template <class Read>
Fault each_part(const json::object& message, Read read) {
  if (auto fault = each_part(message, "parts", read)) return fault;
  const auto* content = member(message, "content");
  if (!content || content->is_string()) return {};
  return each_part(message, "content", read);
}

Fault read_content_part(const json::object& part, std::string_view type,
                        std::vector<ContentPart>& content) {
  if (type == "text") {
    auto text = text_member(part, "text");
    if (!text) return text.error();
    content.emplace_back(TextPart{std::move(*text)});
  } else if (type == "file") {
    auto url = text_member(part, "url");
    if (!url) return url.error();
    auto media_type = text_member(part, "mediaType");
    if (!media_type) return media_type.error();
    auto filename = optional_text(part, "filename");
    if (!filename) return filename.error();
    content.emplace_back(FilePart{std::move(*url), std::move(*media_type), std::move(*filename)});
  }
  return {};
}

// Its parts; where there are none that we know, its `content` as text.
Fault read_content(const json::object& message, std::vector<ContentPart>& content) {
  auto fault = each_part(message, [&](const json::object& part, std::string_view type) {
    return read_content_part(part, type, content);
  });
  if (fault) return fault;
  const auto* text = member(message, "content");
  if (content.empty() && text && text->is_string()) {
    content.emplace_back(TextPart{std::string(text->get_string())});
  }
  return {};
}

// A message that only gives context: its words, or nothing.
Fault remember(const json::object& message, std::vector<Remembered>& history) {
  const auto role = text_member(message, "role");
  if (!role) return role.error();
  if (*role != "user" && *role != "assistant") return {};
  const auto id = optional_text(message, "id");
  if (!id) return id.error();
  UserSaid said{*id, {}};
  if (auto fault = read_content(message, said.parts)) return fault;
  std::string text = text_of(said);
  if (text.empty()) return {};
  const auto who = *role == "user" ? Remembered::Role::user : Remembered::Role::assistant;
  history.push_back({who, std::move(said.id), std::move(text)});
  return {};
}

// The message that counts: decisions and results, or else, from a user, something said.
Fault read_last(const json::object& message, ClientFrame& frame, std::optional<UserSaid>& said) {
  const auto role = text_member(message, "role");
  if (!role) return role.error();
  if (*role != "user" && *role != "assistant" && *role != "tool") {
    return Error("/role", "expected user, assistant or tool");
  }
  const auto id = optional_text(message, "id");
  if (!id) return id.error();
  Answers answers;
  auto fault = each_part(message, [&](const json::object& part, std::string_view type) {
    return read_answer_part(part, type, answers);
  });
  if (fault) return fault;
  mark_old(answers);
  frame.calls = std::move(answers.calls);
  if (*role != "user" || !answers.messages.empty()) {
    frame.messages = std::move(answers.messages);
    return {};
  }
  said.emplace(UserSaid{*id, {}});
  if (fault = read_content(message, said->parts); fault) return fault;
  if (said->parts.empty()) return Error("", "a user's message needs text or a file");
  return {};
}

Fault read_messages(const json::object& chat, ClientFrame& frame) {
  const auto* found = member(chat, "messages");
  const auto* messages = found ? found->if_array() : nullptr;
  if (!messages) return mismatch("an array", found ? kind_of(*found) : "nothing");
  if (messages->empty()) return Error("", "expected at least one message");
  std::optional<UserSaid> said;
  std::vector<Remembered> history;
  for (std::size_t i = 0; i < messages->size(); ++i) {
    const auto* message = (*messages)[i].if_object();
    Fault fault;
    if (!message) {
      fault = mismatch("an object", kind_of((*messages)[i]));
    } else if (i + 1 < messages->size()) {
      fault = remember(*message, history);
    } else {
      fault = read_last(*message, frame, said);
    }
    if (fault) return error_under(std::to_string(i), *fault);
  }
  if (said) frame.messages.emplace_back(Say{std::move(*said), std::move(history)});
  return {};
}

}  // namespace

Result<ClientFrame> read_chat(const json::object& chat) {
  ClientFrame frame;
  frame.kind = ClientFrame::Kind::message;
  frame.versioned = member(chat, "version") != nullptr;
  auto id = optional_text(chat, "id");
  if (!id) return id.error();
  frame.chat = std::move(*id);
  const auto trigger = optional_text(chat, "trigger");
  if (!trigger) return trigger.error();
  auto replaced = optional_text(chat, "messageId");
  if (!replaced) return replaced.error();
  if (const auto fault = read_messages(chat, frame)) return error_under("messages", *fault);
  if (*trigger == "regenerate-message") {
    frame.messages.clear();
    frame.messages.emplace_back(Regenerate{std::move(*replaced)});
  } else if (!trigger->empty() && *trigger != "submit-message") {
    return Error("/trigger", "expected submit-message or regenerate-message");
  }
  return frame;
}

}  // namespace holdpoint
