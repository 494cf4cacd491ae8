#include "app/chat_frames.hpp"

#include <algorithm>

namespace holdpoint {

namespace {

json::string as_json(std::string_view text) { return json::string(text.data(), text.size()); }

// The data of an event: fields such as "id: 7" may stand on lines before it.
std::string_view payload_of(std::string_view text) {
  constexpr std::string_view data = "data: ";
  for (std::string_view rest = text; !rest.empty();) {
    const auto end = std::min(rest.find('\n'), rest.size());
    if (rest.starts_with(data)) return rest.substr(data.size(), end - data.size());
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return text;
}

}  // namespace

std::string message_frame(std::string_view chat, std::string_view id, std::string_view text) {
  json::object part{{"type", "text"}, {"text", as_json(text)}};
  json::object message{
      {"id", as_json(id)}, {"role", "user"}, {"parts", json::array{std::move(part)}}};
  return write_json(json::object{{"type", "message"},
                                 {"id", as_json(chat)},
                                 {"trigger", "submit-message"},
                                 {"messages", json::array{std::move(message)}}});
}

std::string approval_frame(std::string_view approval, std::string_view call, bool approved,
                           std::string_view reason) {
  json::object frame{{"type", "tool_approval"},
                     {"approvalId", as_json(approval)},
                     {"toolCallId", as_json(call)},
                     {"approved", approved}};
  if (!reason.empty()) frame["reason"] = as_json(reason);
  return write_json(frame);
}

std::string result_frame(std::string_view call, const json::value& result) {
  return write_json(json::object{
      {"type", "tool_result"}, {"toolCallId", as_json(call)}, {"result", result}});
}

std::string interrupt_frame() {
  return write_json(json::object{{"type", "interrupt"}, {"reason", "interrupted by the user"}});
}

std::string resume_frame(std::string_view chat) {
  return write_json(json::object{{"type", "resume"}, {"id", as_json(chat)}});
}

std::string ping_frame() { return write_json(json::object{{"type", "ping"}, {"timestamp", 0}}); }

Result<ServerFrame> read_server_frame(std::string_view text) {
  const std::string_view payload = payload_of(text);
  if (payload == "[DONE]") return ServerFrame{true, {}, {}};
  auto parsed = parse_json(payload);
  if (!parsed) return parsed.error();
  auto* chunk = parsed->if_object();
  if (!chunk) return mismatch("an object", kind_of(*parsed));
  std::string type(string_or(*chunk, "type"));
  if (type.empty()) return Error{"/type", "expected a string"};
  return ServerFrame{false, std::move(*chunk), std::move(type)};
}

}  // namespace holdpoint
