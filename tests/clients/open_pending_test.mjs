// What else may happen while a payment waits on an open stream: the person stops it, talks on, or
// has a second page open.

import assert from "node:assert/strict";
import { test } from "node:test";

import { callsOf, textOf } from "./support/messages.mjs";
import { assertSound, openStage } from "./support/open_stage.mjs";
import { chat, stock } from "./support/page.mjs";
import { sdk7, sdks } from "./support/sdk.mjs";

const weatherInTokyo = /Tokyo: 18.6 °C/;

async function pending(t, way) {
  const { server, open } = await openStage(t, way);
  const page = await open();
  page.say("pay Alice 30 dollars");
  const [call] = await page.asked();
  return { server, open, page, call };
}

// What `Chat` makes of words said while a turn runs: an answer that it notes in the earlier message
// is gone when more of that turn comes, unless the server repeats it, as it does in ai7. And 6.0.25
// writes into its last message only: a copy of the earlier one comes after, and that counts.
function mended(page) {
  const last = new Map(page.messages.map((message) => [message.id, structuredClone(message)]));
  const messages = [...last.values()];
  const { approval } = messages.flatMap(callsOf)[0];
  approval.approved ??= true;
  return messages;
}

for (const way of [...sdks.map(chat), stock(sdk7)]) {
  test(`${way.name}: stopped, it cannot be approved any more`, async (t) => {
    const { server, page, call } = await pending(t, way);
    await page.chat.stop();
    await page.until("Chat to rest", () => page.status === "ready");
    await server.logged(/outcome=cancelled/);
    page.wire.decide(call.approval.id, true);
    page.say("what is the weather in Tokyo?");
    const told = () => page.status === "ready" && weatherInTokyo.test(page.text);
    await page.until("the weather", told);
    assert.deepEqual(await server.paid(), []);
    const roles = page.messages.map((message) => message.role);
    assert.deepEqual(roles, ["user", "assistant", "user", "assistant"]);
    await assertSound(page, {
      dones: way.name.startsWith("Chat") ? 2 : 1, // the stock transport leaves at once
      unanswered: way.sdk.version === "6.0.25" ? 0 : 1, // later ones show nothing after stop()
    });
  });

  test(`${way.name}: words meanwhile are the next turn`, async (t) => {
    const { server, page, call } = await pending(t, way);
    page.say("yes, approve it. And what is the weather in Tokyo?");
    await page.until("the second message", () => page.wire.sent.length === 2);
    assert.deepEqual(await server.paid(), []);
    if (page.sdk.keepsEarlierMessages) {
      await page.answer(call, true);
    } else {
      page.wire.decide(call.approval.id, true);
    }
    await page.done(2);
    assert.deepEqual(await server.paid(), ["Alice 30"]);
    const messages = mended(page);
    await assertSound(page, { dones: 2, messages });
    const spoken = messages.filter((message) => message.role === "assistant").map(textOf);
    assert.match(spoken[0], /Paid 30 USD to Alice/);
    assert.match(spoken[1], weatherInTokyo);
    assert.equal(messages.length, 4);
    const starts = page.wire.chunks.filter(({ type }) => type === "start");
    assert.equal(new Set(starts.map(({ messageId }) => messageId)).size, 2);
  });
}

for (const way of [...sdks.map(chat), stock(sdk7)]) {
  for (const [mine, other] of [
    [true, false],
    [false, true],
  ]) {
    const [first, second] = [mine, other].map((approved) => (approved ? "yes" : "no"));
    test(`${way.name}: two pages say ${first} and ${second} at once`, async (t) => {
      const { server, open, page } = await pending(t, way);
      const two = await open({ messages: page.messages.slice(0, 1) });
      two.chat.resumeStream();
      const calls = [(await page.asked())[0], (await two.asked())[0]];
      assert.equal(calls[0].approval.id, calls[1].approval.id);
      await Promise.all([page.answer(calls[0], mine), two.answer(calls[1], other)]);
      await Promise.all([page.done(), two.done()]);

      const paid = await server.paid();
      const won = paid.length === 1;
      assert.deepEqual(paid, won ? ["Alice 30"] : []);
      for (const each of [page, two]) {
        assert.deepEqual(each.states, [won ? "output-available" : "output-denied"]);
        assert.equal(each.calls[0].approval.approved, won); // the loser's too
        assert.equal(each.text, page.text);
        await assertSound(each, { dones: 1 });
      }
      assert.equal(two.lastMessage.id, page.lastMessage.id);
    });
  }

  test(`${way.name}: a second page looks on and is told who decided`, async (t) => {
    const { server, open, page, call } = await pending(t, way);
    const two = await open({ messages: page.messages.slice(0, 1) });
    two.chat.resumeStream();
    await two.asked();
    await page.answer(call, false, "not today");
    await Promise.all([page.done(), two.done()]);
    assert.deepEqual(two.states, ["output-denied"]);
    assert.equal(two.calls[0].approval.reason, "not today");
    const told = two.wire.chunks.find(({ type }) => type === "data-approval-resolved");
    assert.equal(told.data.approved, false);
    assert.notEqual(told.data.by, "");
    assert.deepEqual(await server.paid(), []);
    for (const each of [page, two]) await assertSound(each, { dones: 1 });
  });
}
