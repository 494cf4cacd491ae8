// A page with one chat on it, as an application would write it over holdpoint.v1 or over the stock
// transport of `ai` 7; and what a test wants to wait for. `Chat` is that of @ai-sdk/react: the
// state and its callbacks are those that useChat has.

import { createElement, StrictMode, useEffect } from "react";
import { create } from "react-test-renderer";

import { ApprovalBridge } from "./approval_bridge.mjs";
import { HoldpointTransport } from "./holdpoint_transport.mjs";
import { callsOf, textOf } from "./messages.mjs";
import { stockAi7 } from "./stock_ai7.mjs";

// A server that says nothing for so long has failed; passing tests never wait for it.
const patienceMilliseconds = 30_000;

class Page {
  errors = [];
  sdk;
  wire;
  #listeners = new Set();

  constructor(sdk, wire) {
    this.sdk = sdk;
    this.wire = wire;
    wire.listen(() => this.changed());
  }

  get messages() {
    return this.chat.messages;
  }
  get lastMessage() {
    return this.messages.at(-1);
  }
  get text() {
    return textOf(this.lastMessage);
  }
  get calls() {
    return callsOf(this.lastMessage);
  }
  get states() {
    return this.calls.map((call) => call.state);
  }
  get status() {
    return this.chat.status;
  }

  /** Sends, without waiting for the answer. */
  say(text) {
    this.chat.sendMessage({ text });
  }

  answer(call, approved, reason) {
    return this.chat.addToolApprovalResponse({ id: call.approval.id, approved, reason });
  }

  /** The open questions of the last message, once there are `count`; the stream stays open. */
  async asked(count = 1) {
    const asking = () => this.calls.filter((call) => call.state === "approval-requested");
    await this.until(`${count} open questions`, () => asking().length === count);
    return asking();
  }

  /** Once `count` turns have ended and Chat is ready again. */
  async done(count = 1) {
    await this.until(
      `[DONE] number ${count}`,
      () => this.status === "ready" && this.wire.dones >= count,
    );
  }

  /** Once the stream broke; gives the error, which is then forgotten. */
  async broken() {
    await this.until("an error", () => this.errors.length > 0 && this.status === "error", true);
    return this.errors.shift();
  }

  /** What a page does when the network is back: the message that broke off is told anew. */
  resume() {
    if (this.lastMessage?.role === "assistant") this.chat.messages = this.messages.slice(0, -1);
    this.chat.clearError();
    return this.chat.resumeStream();
  }

  changed() {
    for (const listener of [...this.#listeners]) listener();
  }

  async until(what, condition, mayFail = false) {
    let look;
    let timer;
    try {
      await new Promise((resolve, reject) => {
        look = () => {
          if (!mayFail && this.errors.length > 0) reject(this.errors[0]);
          if (condition()) resolve();
        };
        this.#listeners.add(look);
        timer = setTimeout(
          () => reject(new Error(`waited for ${what} in vain\n${this.describe()}`)),
          patienceMilliseconds,
        );
        look();
      });
    } finally {
      clearTimeout(timer);
      this.#listeners.delete(look);
    }
  }

  /** What was said and done so far, for a failed test. */
  describe() {
    const short = (value) => JSON.stringify(value).slice(0, 600);
    return [
      `status ${this.status}`,
      ...this.messages.map((message) => `  ${short(message)}`),
      ...this.wire.sent.map((frame) => `  > ${short({ ...frame, messages: undefined })}`),
      ...this.wire.frames.map((frame) => `  < ${frame.trimEnd()}`),
    ].join("\n");
  }

  leave() {
    this.wire.close();
  }
}

/** Chat on its own. */
class ChatPage extends Page {
  constructor(sdk, wire, bridge, options) {
    super(sdk, wire);
    this.chat = new sdk.Chat({
      onError: (error) => this.errors.push(error),
      onData: (part) => bridge.onData(part, this.chat),
      ...options,
    });
    this.chat["~registerMessagesCallback"](() => {
      bridge.look(this.messages);
      this.changed();
    });
    this.chat["~registerStatusCallback"](() => this.changed());
  }
}

/** useChat under StrictMode; what React has rendered is what the test sees. */
class HookPage extends Page {
  #root;

  constructor(sdk, wire, bridge, options) {
    super(sdk, wire);
    const Component = () => {
      const chat = sdk.useChat({
        onError: (error) => this.errors.push(error),
        onData: (part) => bridge.onData(part, this.chat),
        ...options,
      });
      useEffect(() => {
        this.chat = chat;
        bridge.look(chat.messages);
        this.changed();
      });
      return null;
    };
    this.chat = { messages: [], status: "not rendered" };
    this.#root = create(createElement(StrictMode, null, createElement(Component)));
  }

  rendered() {
    return this.until("React", () => this.status === "ready");
  }

  leave() {
    this.#root.unmount();
    super.leave();
  }
}

const noBridge = { look: () => {}, onData: () => {} };

function overHoldpointV1(PageClass, sdk) {
  return async (url, options) => {
    const transport = new HoldpointTransport(url);
    const bridge = new ApprovalBridge(transport);
    const page = new PageClass(sdk, transport, bridge, { transport, ...options });
    await page.rendered?.();
    return page;
  };
}

// The server tells an ai 7 client of every decision itself; only the answer has to go out.
class StockPage extends ChatPage {
  async answer(call, approved, reason) {
    await super.answer(call, approved, reason);
    this.wire.decide(call.approval.id, approved, reason);
  }
}

function overStockAi7(sdk) {
  return async (url, options) => {
    const wire = stockAi7(sdk, url);
    return new StockPage(sdk, wire, noBridge, { transport: wire.transport, ...options });
  };
}

/** The ways onto a page: what a test is run over. */
export const chat = (sdk) => ({
  name: `Chat ${sdk.version}`,
  sdk,
  open: overHoldpointV1(ChatPage, sdk),
});
export const hook = (sdk) => ({
  name: `useChat ${sdk.version}`,
  sdk,
  open: overHoldpointV1(HookPage, sdk),
});
export const stock = (sdk) => ({
  name: `WebSocketChatTransport ${sdk.version}`,
  sdk,
  open: overStockAi7(sdk),
});
