// The `Chat` of the public package `ai`, with its state in plain memory instead of in React's, over
// a SeedTransport; and what a test wants to wait for.

import { AbstractChat, isTextUIPart, isToolUIPart } from "ai";

import { SeedTransport } from "./seed_transport.mjs";
import { sendAutomaticallyWhen } from "./send_automatically_when.mjs";

// A server that says nothing for so long has failed; passing tests never wait for it.
const patienceMilliseconds = 60_000;

class MemoryState {
  #status = "ready";
  #messages = [];
  #changed;
  error = undefined;

  constructor(changed) {
    this.#changed = changed;
  }
  get status() {
    return this.#status;
  }
  set status(status) {
    this.#status = status;
    this.#changed();
  }
  get messages() {
    return this.#messages;
  }
  set messages(messages) {
    this.#messages = messages;
    this.#changed();
  }
  pushMessage = (message) => {
    this.messages = [...this.#messages, message];
  };
  popMessage = () => {
    this.messages = this.#messages.slice(0, -1);
  };
  replaceMessage = (index, message) => {
    this.messages = this.#messages.with(index, this.snapshot(message));
  };
  snapshot = (value) => structuredClone(value);
}

export class TestChat extends AbstractChat {
  errors = [];
  #listeners = new Set();

  constructor(url, options = {}) {
    const listeners = new Set();
    super({
      transport: new SeedTransport(url),
      sendAutomaticallyWhen: sendAutomaticallyWhen(),
      state: new MemoryState(() => [...listeners].forEach((listener) => listener())),
      ...options,
    });
    this.onError = (error) => this.errors.push(error);
    this.#listeners = listeners;
  }

  /** Sends, without waiting for the answer. */
  say(text) {
    this.sendMessage({ text });
  }

  get text() {
    return textOf(this.lastMessage);
  }

  get calls() {
    return callsOf(this.lastMessage);
  }

  /** The last message's calls that wait for a human, once there are `count` and Chat is ready. */
  async asked(count = 1) {
    const asking = () => this.calls.filter((call) => call.state === "approval-requested");
    await this.until(`${count} open questions`, () => this.#rests() && asking().length === count);
    return asking();
  }

  answer(call, approved, reason) {
    return this.addToolApprovalResponse({ id: call.approval.id, approved, reason });
  }

  /** The message in which a turn ended, once `count` turns have and Chat is ready again. */
  async done(count = 1) {
    const isDone = () => this.#rests() && this.dones >= count;
    await this.until(`[DONE] number ${count}`, isDone);
    return this.lastMessage;
  }

  get dones() {
    return this.transport.frames.filter((frame) => frame === "data: [DONE]\n\n").length;
  }

  async until(what, condition) {
    let stopListening = () => {};
    let timer;
    try {
      await new Promise((resolve, reject) => {
        const look = () => {
          if (this.errors.length > 0) reject(this.errors[0]);
          if (condition()) resolve();
        };
        const stopTransport = this.transport.listen(look);
        this.#listeners.add(look);
        stopListening = () => {
          stopTransport();
          this.#listeners.delete(look);
        };
        timer = setTimeout(
          () => reject(new Error(`waited for ${what} in vain\n${this.describe()}`)),
          patienceMilliseconds,
        );
        look();
      });
    } finally {
      clearTimeout(timer);
      stopListening();
    }
  }

  /** What was said and done so far, for a failed test. */
  describe() {
    const { frames, sent, lost } = this.transport;
    const short = (value) => JSON.stringify(value).slice(0, 400);
    return [
      `status ${this.status}, last message ${short(this.lastMessage ?? null)}`,
      ...sent.map((frame) => `  > ${short({ ...frame, messages: frame.messages?.slice(-1) })}`),
      ...frames.map((frame) => `  < ${frame.trimEnd()}`),
      ...lost.map((chunk) => `  lost ${short(chunk)}`),
    ].join("\n");
  }

  #rests() {
    return this.status === "ready";
  }
}

export function textOf(message) {
  return message.parts.filter(isTextUIPart).map((part) => part.text).join("");
}

export function callsOf(message) {
  return message?.role === "assistant" ? message.parts.filter(isToolUIPart) : [];
}
