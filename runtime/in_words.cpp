#include "runtime/in_words.hpp"

namespace holdpoint {

namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;  // clang 14 does not derive it

}  // namespace

std::string in_words(const Event& event) {
  return std::visit(
      Overloaded{
          [](const event::TurnStarted&) { return std::string("turn"); },
          [](const event::StepStarted&) { return std::string(); },
          [](const event::BlockOpened&) { return std::string(); },
          [](const event::BlockSaid& e) {
            return (e.kind == BlockKind::text ? "text " : "thought ") + e.text;
          },
          [](const event::BlockClosed&) { return std::string(); },
          [](const event::CallBegun&) { return std::string(); },
          [](const event::CallArguments&) { return std::string(); },
          [](const event::Called& e) { return "call " + e.call->id + " " + e.call->tool; },
          [](const event::StepEnded&) { return std::string(); },
          [](const event::Asked& e) {
            return "ask " + e.approval->call->id +
                   (e.approval->prompt.empty() ? "" : " " + e.approval->prompt);
          },
          [](const event::Decided& e) {
            return std::string(to_string(e.decision.outcome)) + " " + e.approval->call->id;
          },
          [](const event::ClientAnswered&) { return std::string(); },
          [](const event::Interrupted&) { return std::string(); },
          [](const event::Progress& e) { return "progress " + e.call + " " + write_json(e.value); },
          [](const event::Returned& e) { return "out " + e.call + " " + write_json(e.output); },
          [](const event::Failed& e) { return "fail " + e.call + " " + e.text; },
          [](const event::Notice& e) { return "notice " + e.text; },
          [](const event::DecisionRefused& e) { return "refused " + e.why; },
          [](const event::TurnEnded& e) {
            switch (e.how) {
              case event::TurnEnded::How::finished:
                return std::string("end");
              case event::TurnEnded::How::aborted:
                return "end aborted " + e.reason;
              case event::TurnEnded::How::failed:
                return "end failed " + e.reason;
            }
            return std::string();
          },
      },
      event);
}

}  // namespace holdpoint
