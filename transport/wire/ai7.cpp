#include "transport/wire/ai7.hpp"

#include "transport/wire/ai7_view.hpp"
#include "transport/wire/client_frame.hpp"
#include "transport/wire/client_message.hpp"
#include "transport/wire/fields.hpp"

namespace holdpoint {

namespace {

using Kind = ClientFrame::Kind;

bool is_request(std::string_view type) {
  return type == "send" || type == "resume" || type == "abort";
}

Result<ClientFrame> read_resume(const json::object& text) {
  ClientFrame frame;
  frame.kind = Kind::resume;
  auto chat = text_member(text, "id");
  if (!chat) return chat.error();
  frame.chat = std::move(*chat);
  const auto last = optional_count(text, "lastSequence");
  if (!last) return last.error();
  if (*last) frame.position = std::to_string(**last);
  return frame;
}

// What it stops, the view that serves the request knows.
Result<ClientFrame> read_abort(const json::object&) {
  ClientFrame frame;
  frame.kind = Kind::interrupt;
  return frame;
}

Result<ClientFrame> read_request(std::string_view type, const json::object& text) {
  auto request = text_member(text, "requestId");
  if (!request) return request.error();
  auto frame = type == "send"     ? read_chat(text)
               : type == "resume" ? read_resume(text)
                                  : read_abort(text);
  if (frame) frame->request = std::move(*request);
  return frame;
}

}  // namespace

Result<ClientFrame> Ai7Dialect::decode(std::string_view text) const {
  const auto parsed = parse_client_frame(text);
  if (!parsed) return parsed.error();
  const std::string_view type = string_or(*parsed, "type");
  if (is_request(type)) return read_request(type, *parsed);
  auto frame = read_client_frame(*parsed);
  if (frame && (frame->kind == Kind::message || frame->kind == Kind::ping)) {
    ClientFrame ignored;  // an answer would name no request
    ignored.note = "a frame of another dialect: " + std::string(type);
    return ignored;
  }
  return frame;
}

bool Ai7Dialect::begins_with(std::string_view first_frame) const {
  const auto frame = parse_client_frame(first_frame);
  return frame && is_request(string_or(*frame, "type")) && text_member(*frame, "requestId");
}

std::unique_ptr<ViewCodec> Ai7Dialect::view(std::string_view) const {
  return std::make_unique<Ai7View>();
}

}  // namespace holdpoint
