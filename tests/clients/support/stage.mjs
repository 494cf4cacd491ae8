// What every test begins and ends with: a server of its own, chats on it, and what must be true of
// a chat whatever was said in it.

import assert from "node:assert/strict";
import { join } from "node:path";

import { asSchema, uiMessageChunkSchema, validateUIMessages } from "ai";

import { callsOf, TestChat } from "./chat.mjs";
import { Server } from "./server.mjs";

/** The recorded conversations as the model: `model: baselines`. */
export const baselines = `scripted:${join(import.meta.dirname, "../../../fixtures/baseline")}`;

/** A server and a way to open chats on it, both gone when the test is over. */
export async function stage(test, options) {
  const server = await Server.start(options);
  const chats = [];
  test.after(async () => {
    for (const chat of chats) chat.transport.close();
    await server.stop();
  });
  const open = (chatOptions) => {
    chats.push(new TestChat(server.url, chatOptions));
    return chats.at(-1);
  };
  return { server, open };
}

/** Nothing broke, nothing hangs, and all that came is what the SDK says may come. */
export async function assertSound(chat, { dones, unanswered = 0 }) {
  const context = chat.describe();
  assert.deepEqual(chat.errors, [], context);
  assert.equal(chat.status, "ready", context);
  assert.equal(chat.dones, dones, context);
  assert.deepEqual(chat.transport.lost, [], context);
  assert.equal(chat.transport.closed, null, context);
  await assertChunks(chat.transport.frames);
  await validateUIMessages({ messages: chat.messages.map(withSdkDenials) });
  const open = chat.messages.flatMap(callsOf).filter((call) => !call.state.startsWith("output-"));
  assert.equal(open.length, unanswered, context);
}

// The dialect says a denial as the seed does, with tool-output-error; the SDK's schema of messages
// has another state for it, output-denied. All else must be as the SDK wants it.
function withSdkDenials(message) {
  const parts = message.parts.map((part) => {
    if (part.state !== "output-error" || part.approval?.approved !== false) return part;
    const { errorText, ...rest } = part;
    assert.match(errorText, /^User denied /);
    return { ...rest, state: "output-denied" };
  });
  return { ...message, parts };
}

async function assertChunks(frames) {
  const schema = asSchema(uiMessageChunkSchema);
  for (const frame of frames) {
    if (frame === "data: [DONE]\n\n" || frame.startsWith('{"type":"pong"')) continue;
    const chunk = frame.match(/^data: (\{[^\n]*\})\n\n$/);
    assert.ok(chunk, `not one chunk: ${JSON.stringify(frame)}`);
    const checked = await schema.validate(JSON.parse(chunk[1]));
    assert.ok(checked.success, `no chunk of the SDK: ${frame}\n${checked.error}`);
  }
}
