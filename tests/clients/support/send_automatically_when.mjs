// When the seed's frontend sends on its own; `Chat` asks after every stream, decision and output.
// It does when all questions of the last message are answered, or when the client gave an output of
// its own that the server has not talked about yet. One function a chat: it remembers what it sent.

import { isTextUIPart, isToolUIPart } from "ai";

export function sendAutomaticallyWhen() {
  const sent = new Set(); // message id and the calls answered in it: each is sent once

  return ({ messages }) => {
    const message = messages.at(-1);
    if (message?.role !== "assistant") return false;
    const calls = message.parts.filter(isToolUIPart);
    const idsIn = (state) =>
      calls.filter((call) => call.state === state).map((call) => call.toolCallId);
    const answered = idsIn("approval-responded");
    const returned = calls.filter(
      (call) => call.state === "output-available" && call.output !== undefined,
    );
    const asking = calls.some((call) => call.state === "approval-requested");
    const approving = answered.length > 0 || asking;
    const hasText = message.parts.some(isTextUIPart);

    if (hasText && (!approving || returned.length > 0)) return false; // the server has spoken since
    if (returned.length > 0 && !approving) return true;
    if (returned.some((call) => answered.includes(call.toolCallId))) return true;
    if (answered.length === 0 || asking) return false;

    const state = `${message.id}:${answered.sort().join(",")}`;
    if (returned.length === 0 && sent.has(state)) return false; // sent before
    if (calls.some((call) => call.state === "output-error")) return false;
    sent.add(state);
    return true;
  };
}
