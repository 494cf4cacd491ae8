#pragma once
// The codec of one adk view: one text frame a chunk, requests of parallel calls in one pair of
// steps, and what the client would lose held back until it reads again. Pure; one strand.

#include <cstddef>

#include "transport/wire/chunks.hpp"
#include "transport/wire/dialect.hpp"
#include "transport/wire/hold_back.hpp"

namespace holdpoint {

// Events kept for a client that is away; beyond it only the latest turn is.
inline constexpr std::size_t held_events_max = 50'000;

class AdkView final : public ViewCodec {
 public:
  void heard(const ClientFrame& frame, Outgoing& out) override;
  void encode(const EventBatch& batch, Outgoing& out) override;

 private:
  void hold(const EventBatch& batch);
  void send(const EventBatch& batch, bool was_held, Outgoing& out);
  void send(const Numbered& event, Frames& out);
  void ask(const std::vector<ApprovalPtr>& questions, Frames& out);
  void end_at_once(Frames& out);

  HoldBack client_;
  TurnChunks chunks_{{.text_named_by_message = true, .has_denials = false, .has_progress = false}};
  EventBatch held_;
};

}  // namespace holdpoint
