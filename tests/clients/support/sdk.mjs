// The versions of the public package `ai` that the tests drive, each with the @ai-sdk/react that
// belongs to it. package.json names them by version; `use-chat-…` has a copy of `ai` of its own.

import assert from "node:assert/strict";
import { createRequire } from "node:module";

const load = async (version) => {
  const [ai, react] = await Promise.all([
    import(`ai-${version}`),
    import(`use-chat-${version}`),
  ]);
  assertMatching(version);
  return {
    version,
    Chat: react.Chat,
    useChat: react.useChat,
    chunkSchema: ai.asSchema(ai.uiMessageChunkSchema),
    validateUIMessages: ai.validateUIMessages,
    WebSocketChatTransport: ai.WebSocketChatTransport, // since 7
    keepsEarlierMessages: version !== "6.0.25", // else it writes and answers only in its last one
  };
};

function assertMatching(version) {
  const require = createRequire(import.meta.url);
  const its = createRequire(require.resolve(`use-chat-${version}`));
  assert.equal(its("ai/package.json").version, version);
}

export const sdks = await Promise.all(["6.0.25", "6.0.326", "7.0.173"].map(load));
export const sdk7 = sdks.at(-1);
