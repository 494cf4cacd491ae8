// A payment asks; the person at the seed's frontend answers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertSound, baselines, stage } from "./support/stage.mjs";

const states = (chat) => chat.calls.map((call) => call.state);

test("approved, it pays once, in the message that asked", async (t) => {
  const { server, open } = await stage(t);
  const chat = open();
  chat.say("pay Alice 30 dollars");
  const [call] = await chat.asked();
  assert.deepEqual(call.input, { amount: 30, recipient: "Alice", currency: "USD" });
  assert.deepEqual(await server.paid(), []);
  chat.transport.ping(); // while it waits, everything else goes on
  await chat.until("a pong", () => chat.transport.pongs > 0);
  const asking = chat.lastMessage.id;

  chat.answer(call, true);
  await chat.done();
  assert.equal(chat.lastMessage.id, asking);
  assert.deepEqual(states(chat), ["output-available"]);
  assert.equal(chat.calls[0].output.wallet_balance, 970);
  assert.match(chat.text, /Paid 30 USD to Alice/);
  assert.deepEqual(await server.paid(), ["Alice 30"]);
  await assertSound(chat, { dones: 1 });
});

test("denied, it does not pay, and the reason is heard", async (t) => {
  const { server, open } = await stage(t);
  const chat = open();
  chat.say("pay Alice 30 dollars");
  const [call] = await chat.asked();
  chat.answer(call, false, "paid her yesterday");
  await chat.done();
  assert.deepEqual(states(chat), ["output-error"]);
  assert.equal(chat.calls[0].errorText, "User denied the payment");
  assert.match(chat.text, /Alice was not paid: you said no \(paid her yesterday\)/);
  assert.deepEqual(await server.paid(), []);
  await assertSound(chat, { dones: 1 });
});

for (const second of [true, false]) {
  test(`two in sequence: yes, then ${second ? "yes" : "no"}`, async (t) => {
    const { server, open } = await stage(t, { model: baselines });
    const chat = open();
    chat.say("Please pay Alice 30 dollars, then Bob 40");
    const [alice] = await chat.asked();
    assert.equal(chat.calls.length, 1); // Bob's comes only after Alice's is over
    chat.answer(alice, true);
    const [bob] = await chat.asked();
    assert.notEqual(bob.toolCallId, alice.toolCallId);
    assert.deepEqual(await server.paid(), ["Alice 30"]);

    chat.answer(bob, second);
    await chat.done();
    const [end, words, paid] = second
      ? ["output-available", "Both are paid.", ["Alice 30", "Bob 40"]]
      : ["output-error", "Only Alice is paid; you said no to the other.", ["Alice 30"]];
    assert.deepEqual(states(chat), ["output-available", end]);
    assert.equal(chat.text, words);
    assert.deepEqual(await server.paid(), paid);
    await assertSound(chat, { dones: 1 });
  });
}

for (const [alice, bob] of [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
]) {
  test(`two side by side: ${alice ? "yes" : "no"} and ${bob ? "yes" : "no"}`, async (t) => {
    const { server, open } = await stage(t);
    const chat = open();
    chat.say("pay Alice 30 and Bob 40 dollars");
    const calls = await chat.asked(2);
    const steps = chat.transport.frames.filter((frame) => frame.includes("start-step"));
    assert.equal(steps.length, 1); // one pair of steps, or the frontend misses the second request

    await chat.answer(calls[1], bob); // the order is the person's
    assert.equal(chat.transport.sent.length, 1); // nothing is sent before all are answered
    await chat.answer(calls[0], alice);
    await chat.done();
    const state = (approved) => (approved ? "output-available" : "output-error");
    assert.deepEqual(states(chat), [state(alice), state(bob)]);
    const paid = [...(alice ? ["Alice 30"] : []), ...(bob ? ["Bob 40"] : [])];
    assert.deepEqual((await server.paid()).sort(), paid);
    await assertSound(chat, { dones: 1 });
  });
}
