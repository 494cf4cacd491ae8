// What every test over an open stream begins and ends with: a server of its own, pages on it, and
// what must be true of a page whatever was said on it.

import assert from "node:assert/strict";

import { callsOf } from "./messages.mjs";
import { Server } from "./server.mjs";

/** A server and a way to open pages on it, all gone when the test is over. */
export async function openStage(test, way, options) {
  const server = await Server.start(options);
  const pages = [];
  test.after(async () => {
    for (const page of pages) page.leave();
    await server.stop();
  });
  const open = async (chatOptions) => {
    const page = await way.open(server.url, { id: "chat", ...chatOptions });
    pages.push(page);
    return page;
  };
  return { server, open };
}

/** Nothing broke, nothing hangs, and all that came is what its version says may come. */
export async function assertSound(page, { dones, unanswered = 0, messages = page.messages }) {
  const context = page.describe();
  const { chunkSchema, validateUIMessages } = page.sdk;
  assert.deepEqual(page.errors, [], context);
  assert.equal(page.status, "ready", context);
  assert.equal(page.wire.dones, dones, context);
  // An answer that comes too late is refused, maybe when the turn is over already.
  const unread = page.wire.unread.filter(({ type }) => type !== "data-approval-refused");
  assert.deepEqual(unread, [], context);
  assert.notEqual(page.wire.chunks.length, 0);
  for (const chunk of page.wire.chunks) {
    const checked = await chunkSchema.validate(chunk);
    assert.ok(checked.success, `no chunk of the SDK: ${JSON.stringify(chunk)}\n${checked.error}`);
  }
  await validateUIMessages({ messages });
  const open = messages.flatMap(callsOf).filter((call) => !call.state.startsWith("output-"));
  assert.equal(open.length, unanswered, context);
  const ids = messages.map((message) => message.id);
  assert.equal(new Set(ids).size, ids.length, context);
}
