// Turns that ask nothing, several turns on one socket, and sockets that leave each other alone.

import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";

import WebSocket from "ws";

import { assertSound, stage } from "./support/stage.mjs";

test("the weather needs no approval", async (t) => {
  const { open } = await stage(t);
  const chat = open();
  chat.say("what is the weather in Tokyo?");
  await chat.done();
  assert.equal(chat.calls[0].state, "output-available");
  assert.equal(chat.calls[0].output.temperature, 18.6);
  assert.match(chat.text, /^Tokyo: 18.6 °C/);
  assert.ok(!chat.transport.frames.some((frame) => frame.includes("start-step")));
  await assertSound(chat, { dones: 1 });
});

test("one socket carries turn after turn, each with one start and one [DONE]", async (t) => {
  const { server, open } = await stage(t);
  const chat = open();
  chat.say("pay Alice 30 dollars");
  chat.answer((await chat.asked())[0], true);
  await chat.done(1);
  chat.say("pay Bob 40 dollars"); // its history holds Alice's approval: that must not count again
  chat.answer((await chat.asked())[0], false, "not him");
  await chat.done(2);
  chat.say("what is the weather in Tokyo?");
  await chat.done(3);

  const isStart = (frame) => frame.startsWith('data: {"type": "start"');
  const starts = chat.transport.frames.filter(isStart);
  assert.equal(new Set(starts).size, 3);
  assert.equal(starts.length, 3);
  const roles = chat.messages.map((message) => message.role);
  assert.deepEqual(roles, ["user", "assistant", "user", "assistant", "user", "assistant"]);
  assert.deepEqual(await server.paid(), ["Alice 30"]);
  await assertSound(chat, { dones: 3 });
});

test("a socket that talks nonsense is closed, and the others go on", async (t) => {
  const { server, open } = await stage(t);
  const chat = open();
  chat.say("pay Alice 30 dollars");
  const [call] = await chat.asked();

  const other = new WebSocket(server.url);
  await once(other, "open");
  other.send('{"type":"message", nonsense');
  const [code, reason] = await once(other, "close");
  assert.equal(code, 1002);
  assert.notEqual(reason.toString(), "");

  chat.answer(call, true);
  await chat.done();
  assert.deepEqual(await server.paid(), ["Alice 30"]);
  await assertSound(chat, { dones: 1 });
});
