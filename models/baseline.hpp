#pragma once
// A recorded conversation as a value: what a client said and did, and every chunk it was sent.
// The format is that of the public adk-stream-protocol fixtures, with `input.actions` added;
// fixtures/README.md describes it. Plain values and free functions; any thread.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "runtime/json.hpp"

namespace holdpoint {

/// What the client does once it has had `after` chunks, of all responses together ([DONE] is
/// none). Actions with the same `after` are done in their order, in one go.
///
///   {"after": 5, "approve": 0}                     0: the first call of the file; or its id
///   {"after": 5, "deny": "call-1", "reason": "…"}  the question of that call that is pending
///   {"after": 3, "result": {"call": 0, "output": {…}}}     or "error": "…" instead of "output"
///   {"after": 5, "interrupt": "reason"}
///   {"after": 9, "message": "a further message of the user"}
///   {"after": 5, "advance_ms": 30000}              time passes
struct Action {
  // `call` counts the calls of the file from 0, in the order in which they first appear.
  struct Answer {
    std::size_t call;
    bool approved;
    std::string reason;
  };
  struct Result {
    std::size_t call;
    json::value output;
    bool failed;
  };  // failed: the error text
  struct Interrupt {
    std::string reason;
  };
  struct Message {
    std::string text;
  };
  struct Advance {
    std::chrono::milliseconds by;
  };

  std::size_t after = 0;
  std::variant<Answer, Result, Interrupt, Message, Advance> what;
};

struct Baseline {
  enum class Mode : std::uint8_t { bidi, sse };

  std::string name;  // its file's, without folder and ".json"; not part of the text
  std::string description;
  Mode mode = Mode::bidi;
  std::string source, scenario, note;  // for humans; may be empty
  json::array messages;                // as the client sent them; the last counts
  std::string trigger = "submit-message";
  std::optional<std::vector<Action>> actions;  // none: to be inferred, see infer_actions()
  std::vector<std::string> frames;             // rawEvents: the exact text, [DONE]s too
  std::vector<json::object> chunks;            // expectedChunks: the frames parsed, without [DONE]
  std::size_t done_count = 1;
  bool completes = true;  // the stream came to its end
};

inline constexpr std::size_t baseline_bytes_max = std::size_t{16} << 20;  // of one file
inline constexpr std::size_t baselines_max = 10'000;                      // of one folder

/// Also checks what the parts say about each other: chunks are the frames parsed, calls of
/// actions exist, `after` does not go back. Errors: where is a JSON pointer into the text, or a
/// line and column.
Result<Baseline> parse_baseline(std::string_view text);

/// Errors: where is "<file>: <pointer>".
Result<Baseline> load_baseline(const std::filesystem::path& file);
/// The file itself, or all *.json of a folder (not of folders in it), in the order of their names.
/// An error when there is none.
Result<std::vector<std::filesystem::path>> baseline_files(const std::filesystem::path& path);
/// All of those; an error when one cannot be read.
Result<std::vector<Baseline>> load_baselines(const std::filesystem::path& path);

/// Indented by two blanks, keys in the documented order; calls of actions by number.
std::string write_baseline(const Baseline& baseline);

/// The frame around a chunk: "data: <chunk>\n\n".
std::string frame_around(std::string_view chunk);

/// What the user said, turn by turn: the last message's text, then those of the actions.
std::vector<std::string> user_texts(const Baseline& baseline);

/// The ids of the file's calls, in the order in which they first appear.
std::vector<std::string> call_ids(const Baseline& baseline);

/// The file's actions or, where it has none, what its outputs tell: an asked call was approved
/// if it has an output, timed out if its error says so (30 s pass), else it was denied; a call of
/// a tool that runs in the client was given the recorded output. Answers of one sse response
/// share one `after`: they went out together.
std::vector<Action> infer_actions(const Baseline& baseline,
                                  const std::function<bool(std::string_view tool)>& runs_in_client);

}  // namespace holdpoint
