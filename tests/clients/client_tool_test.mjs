// Tools that run in the browser: the server asks for their output and goes on with it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertSound, stage } from "./support/stage.mjs";

const here = { latitude: 52.52, longitude: 13.405, city: "Berlin" };

test("change_bgm: the output goes back as tool_result, in the same stream", async (t) => {
  const { open } = await stage(t);
  const chat = open({
    onToolCall: ({ toolCall }) => {
      assert.equal(toolCall.toolName, "change_bgm");
      const { track } = toolCall.input;
      chat.transport.sendToolResult(toolCall.toolCallId, { success: true, track });
    },
  });
  chat.say("play track 2");
  await chat.done();
  assert.deepEqual(chat.calls[0].output, { success: true, track: 2 });
  assert.equal(chat.text, "Track 2 is playing in your client.");
  await assertSound(chat, { dones: 1 });
});

test("change_bgm: interrupted while the client plays, the stream ends", async (t) => {
  const { open } = await stage(t);
  const chat = open({ onToolCall: () => chat.transport.interrupt("user_abort") });
  chat.say("play track 2");
  await chat.done();
  assert.equal(chat.calls[0].state, "output-error");
  assert.ok(chat.transport.frames.at(-2).includes('"type": "abort"'));
  await assertSound(chat, { dones: 1 });
});

test("get_location: the approval first, then the output as tool_result", async (t) => {
  const { open } = await stage(t);
  const chat = open();
  chat.say("where am I?");
  const [call] = await chat.asked();
  await chat.answer(call, true);
  chat.transport.sendToolResult(call.toolCallId, here);
  await chat.done();
  assert.deepEqual(chat.calls[0].output, here);
  assert.match(chat.text, /That is in Berlin/);
  await assertSound(chat, { dones: 1 });
});

test("get_location: approval and output in one part", async (t) => {
  const { open } = await stage(t);
  const chat = open({
    // A client that answers once, when it has decided and done.
    sendAutomaticallyWhen: () =>
      chat.transport.sent.length === 1 && chat.calls[0].state === "output-available",
  });
  chat.say("where am I?");
  const [call] = await chat.asked();
  await chat.answer(call, true);
  await chat.addToolOutput({ tool: "get_location", toolCallId: call.toolCallId, output: here });
  await chat.done();
  const { parts } = chat.transport.sent.at(-1).messages.at(-1);
  const sent = parts.find((part) => part.toolCallId === call.toolCallId);
  assert.equal(sent.state, "output-available");
  assert.equal(sent.approval.approved, true);
  assert.match(chat.text, /That is in Berlin/);
  assert.deepEqual(chat.calls[0].output, here);
  await assertSound(chat, { dones: 1 });
});

test("get_location: denied, nobody is told where", async (t) => {
  const { open } = await stage(t);
  const chat = open();
  chat.say("where am I?");
  const [call] = await chat.asked();
  chat.answer(call, false);
  await chat.done();
  assert.equal(chat.calls[0].errorText, "User denied location access");
  await assertSound(chat, { dones: 1 });
});
