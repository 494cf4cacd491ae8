// What else a person may do while a payment waits for them: nothing, talk on, or interrupt.

import assert from "node:assert/strict";
import { test } from "node:test";

import { textOf } from "./support/chat.mjs";
import { assertSound, stage } from "./support/stage.mjs";

const impatient = { config: "[tool.process_payment]\npatience_seconds = 1\n" };
const weatherInTokyo = /Tokyo: 18.6 °C/;

async function pending(t, options) {
  const { server, open } = await stage(t, options);
  const chat = open();
  chat.say("pay Alice 30 dollars");
  const [call] = await chat.asked();
  return { server, chat, call };
}

test("a click after the time is over gets the end of the turn", async (t) => {
  const { server, chat, call } = await pending(t, impatient);
  await server.logged(/outcome=expired/);
  chat.answer(call, true);
  await chat.done();
  assert.equal(chat.calls[0].state, "output-error");
  assert.equal(chat.calls[0].errorText, "Approval request timed out");
  assert.match(chat.text, /nobody answered in time/);
  assert.deepEqual(await server.paid(), []);
  await assertSound(chat, { dones: 1 });

  chat.say("what is the weather in Tokyo?");
  await chat.done(2);
  assert.match(chat.text, weatherInTokyo);
  await assertSound(chat, { dones: 2 });
});

test("new words after the time is over begin a turn as if nothing had been", async (t) => {
  const { server, chat } = await pending(t, impatient);
  await server.logged(/outcome=expired/);
  chat.say("what is the weather in Tokyo?");
  await chat.done();
  assert.match(chat.text, weatherInTokyo);
  assert.deepEqual(await server.paid(), []);
  await assertSound(chat, { dones: 1, unanswered: 1 }); // the frontend's own picture stays open
});

test("words are no decision: they wait until the question is over", async (t) => {
  const { server, chat } = await pending(t, impatient);
  chat.say("yes, approve it. And what is the weather in Tokyo?");
  await chat.done();
  assert.match(chat.text, weatherInTokyo);
  assert.match(server.log, /outcome=expired/);
  assert.deepEqual(await server.paid(), []);
  await assertSound(chat, { dones: 1, unanswered: 1 });
});

for (const approved of [true, false]) {
  test(`words while pending, then ${approved ? "yes" : "no"} through another door`, async (t) => {
    const { server, chat, call } = await pending(t);
    chat.say("what is the weather in Tokyo?");
    await chat.until("the second message", () => chat.transport.sent.length === 2);
    chat.transport.send({ type: "tool_approval", approvalId: call.approval.id, approved });
    await chat.done();
    assert.match(chat.text, weatherInTokyo);
    assert.deepEqual(await server.paid(), approved ? ["Alice 30"] : []);
    await assertSound(chat, { dones: 1, unanswered: 1 });

    chat.say("what is the weather in Paris?");
    await chat.done(2);
    assert.match(textOf(chat.lastMessage), /^Paris: 14 °C/);
    await assertSound(chat, { dones: 2, unanswered: 1 });
  });
}

test("interrupted, it cannot be approved any more", async (t) => {
  const { server, chat, call } = await pending(t);
  chat.transport.interrupt("user_abort");
  await server.logged(/outcome=cancelled/);
  chat.answer(call, true);
  await chat.done();
  assert.equal(chat.calls[0].state, "output-error");
  assert.deepEqual(await server.paid(), []);
  await assertSound(chat, { dones: 1 });
});

test("interrupted, then new words: a new turn", async (t) => {
  const { server, chat } = await pending(t);
  chat.transport.interrupt("user_abort");
  chat.say("what is the weather in Tokyo?");
  await chat.done();
  assert.match(chat.text, weatherInTokyo);
  assert.deepEqual(await server.paid(), []);
  await assertSound(chat, { dones: 1, unanswered: 1 });
});
