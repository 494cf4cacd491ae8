// Pages that come and go while the session stays: reloaded, cut off from the network, or back at a
// server that was restarted.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertSound, openStage } from "./support/open_stage.mjs";
import { chat, stock } from "./support/page.mjs";
import { sdk7, sdks } from "./support/sdk.mjs";
import { Server } from "./support/server.mjs";

async function pending(t, way) {
  const { server, open } = await openStage(t, way);
  const page = await open();
  page.say("pay Alice 30 dollars");
  const [call] = await page.asked();
  return { server, open, page, call };
}

// A new page with the history that an application loads: without the message in flight.
async function reload(page, open) {
  page.leave();
  const fresh = await open({ messages: page.messages.slice(0, 1) });
  fresh.chat.resumeStream();
  // It is "ready" before it has begun, too.
  await fresh.until("what was said", () => fresh.lastMessage?.role === "assistant");
  return fresh;
}

for (const way of [...sdks.map(chat), stock(sdk7)]) {
  test(`${way.name}: reloaded while it is asked, it is asked again`, async (t) => {
    const { server, open, page, call } = await pending(t, way);
    const fresh = await reload(page, open);
    const [again] = await fresh.asked();
    assert.equal(again.approval.id, call.approval.id);
    assert.equal(fresh.lastMessage.id, page.lastMessage.id);
    assert.deepEqual(await server.paid(), []);
    await fresh.answer(again, true);
    await fresh.done();
    assert.deepEqual(fresh.states, ["output-available"]);
    assert.match(fresh.text, /Paid 30 USD to Alice/);
    assert.deepEqual(await server.paid(), ["Alice 30"]);
    await assertSound(fresh, { dones: 1 });
  });

  test(`${way.name}: reloaded between two answers, only the open one is asked`, async (t) => {
    const { server, open } = await openStage(t, way);
    const page = await open();
    page.say("pay Alice 30 and Bob 40 dollars");
    const [alice] = await page.asked(2);
    await page.answer(alice, true);
    await page.until("Alice's money", () => page.states[0] === "output-available");
    const fresh = await reload(page, open);
    const [bob] = await fresh.asked(1);
    assert.equal(bob.input.recipient, "Bob");
    await fresh.until("Alice's money again", () => fresh.states[0] === "output-available");
    assert.deepEqual(fresh.states, ["output-available", "approval-requested"]);
    await fresh.answer(bob, false);
    await fresh.done();
    assert.deepEqual(fresh.states, ["output-available", "output-denied"]);
    assert.deepEqual(await server.paid(), ["Alice 30"]);
    await assertSound(fresh, { dones: 1 });
  });

  test(`${way.name}: reloaded after the end, it is told the end`, async (t) => {
    const { server, open, page, call } = await pending(t, way);
    await page.answer(call, true);
    await page.done();
    const fresh = await reload(page, open);
    await fresh.done();
    assert.deepEqual(fresh.states, ["output-available"]);
    assert.equal(fresh.text, page.text);
    assert.equal(fresh.lastMessage.id, page.lastMessage.id);
    assert.deepEqual(await server.paid(), ["Alice 30"]);
    await assertSound(fresh, { dones: 1 });
  });
}

for (const way of sdks.map(chat)) {
  test(`${way.name}: the network lost in the middle of a text`, async (t) => {
    const { open } = await openStage(t, way);
    const page = await open();
    let words = 0;
    page.wire.cutAfter(({ type }) => type === "text-delta" && ++words === 2);
    page.say("hello");
    await page.until("an answer", () => page.messages.length === 2 && page.text !== "");
    const part = page.text;
    page.wire.lose();
    const error = await page.broken();
    assert.ok(error instanceof TypeError);
    assert.match(error.message, /network/);

    await page.resume();
    await page.done();
    assert.ok(page.text.startsWith(part));
    assert.notEqual(page.text, part);
    assert.equal(page.messages.length, 2);
    assert.deepEqual(page.lastMessage.parts.map(({ type }) => type), ["step-start", "text"]);
    await assertSound(page, { dones: 1 });
  });

  test(`${way.name}: the network lost while it is asked`, async (t) => {
    const { server, page, call } = await pending(t, way);
    page.wire.lose();
    assert.match((await page.broken()).message, /network/);
    page.resume();
    const [again] = await page.asked();
    assert.equal(again.approval.id, call.approval.id);
    await page.answer(again, true);
    await page.done();
    assert.deepEqual(page.states, ["output-available"]);
    assert.deepEqual(await server.paid(), ["Alice 30"]);
    await assertSound(page, { dones: 1 });
  });

  test(`${way.name}: back at a restarted server, it is told so in words`, async (t) => {
    const { server, page } = await pending(t, way);
    await server.stop();
    assert.match((await page.broken()).message, /network/);

    const restarted = await Server.start();
    t.after(() => restarted.stop());
    page.wire.url = restarted.url;
    page.resume();
    const error = await page.broken();
    assert.match(error.message, /restarted .* What still waited for an answer was not run/);
    assert.deepEqual(await restarted.paid(), []);

    page.chat.clearError();
    page.say("what is the weather in Tokyo?");
    await page.done();
    assert.match(page.text, /Tokyo: 18.6 °C/);
    await assertSound(page, { dones: 1 });
  });
}
