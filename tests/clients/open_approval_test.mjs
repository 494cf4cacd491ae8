// A payment asks while the stream stays open; the person answers into it, or does not. Chat and
// useChat of every version over holdpoint.v1, and version 7 over its stock WebSocket transport.

import assert from "node:assert/strict";
import { test } from "node:test";

import { assertSound, openStage } from "./support/open_stage.mjs";
import { chat, hook, stock } from "./support/page.mjs";
import { sdk7, sdks } from "./support/sdk.mjs";

const impatient = { config: "[tool.process_payment]\npatience_seconds = 1\n" };
const sends = ({ wire }) =>
  wire.sent.filter(({ type }) => type === "message" || type === "send").length;
const decisions = ({ wire }) => wire.sent.filter(({ type }) => type === "tool_approval");

for (const way of [...sdks.map(chat), ...sdks.map(hook), stock(sdk7)]) {
  test(`${way.name}: approved, it pays once, on the stream that asked`, async (t) => {
    const { server, open } = await openStage(t, way);
    const page = await open();
    page.say("pay Alice 30 dollars");
    const [call] = await page.asked();
    await page.until("the stream to be open", () => page.status === "streaming");
    assert.deepEqual(await server.paid(), []);
    await page.answer(call, true);
    await page.done();
    assert.deepEqual(page.states, ["output-available"]);
    assert.equal(page.calls[0].approval.approved, true);
    assert.match(page.text, /Paid 30 USD to Alice/);
    assert.deepEqual(await server.paid(), ["Alice 30"]);
    assert.equal(sends(page), 1);
    assert.equal(decisions(page).length, 1);
    await assertSound(page, { dones: 1 });
  });

  test(`${way.name}: nobody answers in time`, async (t) => {
    const { server, open } = await openStage(t, way, impatient);
    const page = await open();
    page.say("pay Alice 30 dollars");
    await page.asked();
    await page.done();
    assert.deepEqual(page.states, ["output-denied"]);
    assert.equal(page.calls[0].approval.approved, false);
    assert.match(page.text, /nobody answered in time/);
    assert.deepEqual(await server.paid(), []);
    assert.deepEqual(decisions(page), []);
    await assertSound(page, { dones: 1 });
  });

  test(`${way.name}: three side by side, answered out of order`, async (t) => {
    const { server, open } = await openStage(t, way);
    const page = await open();
    page.say("pay Alice 30, Bob 40 and Carol 50 dollars");
    const [alice, bob, carol] = await page.asked(3);
    await page.answer(carol, true);
    await page.until("Carol's money", () => page.states[2] === "output-available");
    assert.deepEqual(page.states.slice(0, 2), ["approval-requested", "approval-requested"]);
    await page.answer(alice, false);
    await page.answer(bob, true);
    await page.done();
    assert.deepEqual(page.states, ["output-denied", "output-available", "output-available"]);
    assert.deepEqual(await server.paid(), ["Carol 50", "Bob 40"]);
    assert.equal(sends(page), 1);
    assert.equal(decisions(page).length, 3);
    await assertSound(page, { dones: 1 });
  });
}

for (const way of [...sdks.map(chat), stock(sdk7)]) {
  test(`${way.name}: denied, it does not pay, and the reason is heard`, async (t) => {
    const { server, open } = await openStage(t, way);
    const page = await open();
    page.say("pay Alice 30 dollars");
    const [call] = await page.asked();
    await page.answer(call, false, "paid her yesterday");
    await page.done();
    assert.deepEqual(page.states, ["output-denied"]);
    assert.equal(page.calls[0].approval.reason, "paid her yesterday");
    assert.match(page.text, /Alice was not paid: you said no \(paid her yesterday\)/);
    assert.deepEqual(await server.paid(), []);
    await assertSound(page, { dones: 1 });
  });
}
