#include "transport/wire/client_frame.hpp"

#include <array>

#include "transport/wire/client_message.hpp"
#include "transport/wire/fields.hpp"

namespace holdpoint {

namespace {

using Kind = ClientFrame::Kind;

ClientFrame frame_of(Kind kind) {
  ClientFrame frame;
  frame.kind = kind;
  return frame;
}

// What every frame may name: the session it is about.
Result<ClientFrame> frame_about(Kind kind, const json::object& text) {
  ClientFrame frame;
  frame.kind = kind;
  auto chat = optional_text(text, "id");
  if (!chat) return chat.error();
  frame.chat = std::move(*chat);
  return frame;
}

Result<ClientFrame> read_approval(const json::object& text) {
  auto frame = frame_about(Kind::decision, text);
  if (!frame) return frame;
  auto approval = text_member(text, "approvalId");
  if (!approval) return approval.error();
  auto call = optional_text(text, "toolCallId");
  if (!call) return call.error();
  const auto approved = flag_member(text, "approved");
  if (!approved) return approved.error();
  auto reason = optional_text(text, "reason");
  if (!reason) return reason.error();
  frame->messages.emplace_back(
      Decide{std::move(*approval), std::move(*call), *approved, std::move(*reason)});
  return frame;
}

Result<ClientFrame> read_result(const json::object& text) {
  auto frame = frame_about(Kind::tool_result, text);
  if (!frame) return frame;
  auto call = text_member(text, "toolCallId");
  if (!call) return call.error();
  const auto* result = text.if_contains("result");
  if (!result) return Error("/result", "expected the tool's result, found nothing");
  frame->messages.emplace_back(ClientReturned{std::move(*call), *result});
  return frame;
}

Result<ClientFrame> read_interrupt(const json::object& text) {
  auto frame = frame_about(Kind::interrupt, text);
  if (!frame) return frame;
  auto reason = optional_text(text, "reason");
  if (!reason) return reason.error();
  frame->messages.emplace_back(Interrupt{std::move(*reason)});
  return frame;
}

Result<ClientFrame> read_resume(const json::object& text) {
  auto frame = frame_of(Kind::resume);
  auto chat = text_member(text, "id");
  if (!chat) return chat.error();
  frame.chat = std::move(*chat);
  const auto after = optional_count(text, "after");
  if (!after) return after.error();
  frame.after = *after;
  return frame;
}

Result<ClientFrame> read_ping(const json::object& text) {
  auto frame = frame_of(Kind::ping);
  json::object pong{{"type", "pong"}};
  if (const auto* timestamp = text.if_contains("timestamp")) pong["timestamp"] = *timestamp;
  frame.reply = write_json(pong);
  return frame;
}

Result<ClientFrame> read_audio(const json::object&) {
  auto frame = frame_of(Kind::ignored);
  frame.note = "audio: no model here takes it";
  return frame;
}

struct Reader {
  std::string_view type;
  Result<ClientFrame> (*read)(const json::object& text);
};
constexpr std::array<Reader, 8> readers{{
    {"message", read_chat},
    {"tool_approval", read_approval},
    {"tool_result", read_result},
    {"interrupt", read_interrupt},
    {"resume", read_resume},
    {"ping", read_ping},
    {"audio_control", read_audio},
    {"audio_chunk", read_audio},
}};

}  // namespace

Result<json::object> parse_client_frame(std::string_view text) {
  auto parsed = parse_json(text);
  if (!parsed) return parsed.error();
  auto* frame = parsed->if_object();
  if (!frame) return mismatch("an object", kind_of(*parsed));
  return std::move(*frame);
}

Result<ClientFrame> read_client_frame(const json::object& frame) {
  const auto type = text_member(frame, "type");
  if (!type) return type.error();
  for (const auto& reader : readers) {
    if (reader.type == *type) return reader.read(frame);
  }
  constexpr std::size_t shown = 64;  // a log line is no place for more of a stranger's text
  auto unknown = frame_of(Kind::ignored);
  unknown.note = "unknown frame type " + write_json(json::string(type->substr(0, shown)));
  return unknown;
}

}  // namespace holdpoint
