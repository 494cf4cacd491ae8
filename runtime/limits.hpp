#pragma once
// Every bound on what strangers can make us hold or do, by name. Values; any thread.

#include <chrono>
#include <cstddef>

namespace holdpoint {

struct Limits {
  std::size_t frame_bytes_max = 1 << 20;         // one frame or body from a client
  std::size_t header_bytes_max = 16 << 10;       // the head of one HTTP request
  std::size_t view_backlog_bytes_max = 4 << 20;  // unsent, before a connection is dropped
  std::size_t views_per_connection_max = 16;     // sessions looked at through one socket
  std::size_t connections_max = 20'000;
  std::size_t sessions_max = 100'000;
  std::size_t turns_queued_max = 8;          // user messages waiting behind a running turn
  std::size_t steps_per_turn_max = 32;       // answers of the model within one turn
  std::size_t calls_per_step_max = 128;      // tool calls in one answer
  std::size_t asks_per_call_max = 64;        // questions one call may put to a human
  std::size_t turn_bytes_max = 16 << 20;     // what one turn may say, kept for replay
  std::size_t history_messages_max = 2'000;  // remembered per session, oldest turns dropped first
  std::size_t early_results_max = 64;        // client results that came before their tool waited
  std::size_t decided_kept_max = 10'000;  // decided approvals remembered to answer late decisions
  double frames_per_second_max = 2'000;   // per connection; a faster client is read more slowly
  std::chrono::seconds connection_grace{15};  // a nameless session outlives its connection by this
  std::chrono::seconds approval_patience{24 * 3600};  // how long a human may take, unless said
  std::chrono::seconds client_patience{10};  // how long a client may take for a tool of its own
  std::chrono::seconds running_time{300};    // how long a tool may run, not counting humans
  std::chrono::seconds stop_grace{5};        // how long a cancelled tool may take to leave
  std::chrono::hours session_idle{24};       // a session without views and turns is forgotten after
};

}  // namespace holdpoint
