// A ChatTransport over the dialect holdpoint.v1, which any version of `ai` takes, and the approval
// bridge. What it does beyond framing:
//
// * streams take turns: what is sent while a turn runs is the server's next turn, so the second
//   stream begins after the first one's [DONE];
// * a stream that is stopped sends `interrupt` and still takes the rest of its turn;
// * a lost socket is a TypeError that speaks of the network: `Chat` knows it as a disconnect;
// * to come back means to be told the whole turn again: the page drops the unfinished message.

import WebSocket from "ws";

const done = Symbol("[DONE]");

export class HoldpointTransport {
  resumeStreamIsReplay = true; // for versions that look at it
  frames = []; // every frame received, as text
  chunks = [];
  dones = 0;
  sent = []; // every frame sent, parsed
  unread = []; // chunks that came while no stream was open
  url;
  #socket = null;
  #streams = []; // the first takes the chunks of the turn that runs
  #returning = null; // a resume whose answer has not come
  #epoch = null; // the life of the session that the last frame spoke of
  #cutAfter = null;
  #listeners = new Set();

  constructor(url) {
    this.url = url;
  }

  async sendMessages({ trigger, chatId, messageId, messages, abortSignal }) {
    await this.#connect();
    abortSignal?.throwIfAborted();
    const stream = this.#open(abortSignal);
    this.#send({ type: "message", id: chatId, messages, trigger, messageId });
    return stream;
  }

  /** The turn that runs or that the server ended meanwhile, from its start; null: there is none. */
  async reconnectToStream({ chatId, abortSignal }) {
    await this.#connect();
    const answer = new Promise((resolve, reject) => {
      this.#returning = { resolve, reject, abortSignal };
    });
    this.#send({ type: "resume", id: chatId });
    return answer;
  }

  decide(approvalId, approved, reason) {
    this.#send({ type: "tool_approval", approvalId, approved, reason });
  }

  /** From the first chunk on that `isLast`, nothing more gets through; the socket still is. */
  cutAfter(isLast) {
    this.#cutAfter = isLast;
  }

  /** The network is gone: nobody says goodbye. */
  lose() {
    const socket = this.#socket;
    this.#socket = null;
    socket.terminate();
    this.#fail();
  }

  close() {
    this.#socket?.close();
  }

  /** Calls `listener` after every frame of either side and at the close; gives what stops that. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #connect() {
    if (this.#socket?.readyState === WebSocket.OPEN) return;
    const socket = new WebSocket(this.url, "holdpoint.v1");
    await new Promise((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", () => reject(new TypeError("network: the server does not answer")));
    });
    this.#socket = socket;
    socket.on("error", () => {}); // its close follows
    socket.on("message", (data) => {
      if (socket === this.#socket) this.#hear(data.toString());
    });
    socket.on("close", () => {
      if (socket === this.#socket) this.#fail();
    });
  }

  #open(abortSignal) {
    let stream;
    const readable = new ReadableStream({
      start: (controller) => {
        stream = { controller, reading: true };
      },
      cancel: () => {
        stream.reading = false;
      },
    });
    this.#streams.push(stream);
    const interrupt = () => {
      if (this.#streams.includes(stream)) this.#send({ type: "interrupt", reason: "stopped" });
    };
    abortSignal?.addEventListener("abort", interrupt, { once: true });
    return readable;
  }

  #send(frame) {
    this.sent.push(frame);
    this.#socket.send(JSON.stringify(frame));
    this.#tell();
  }

  #hear(text) {
    if (this.#cutAfter?.cut) return;
    this.frames.push(text);
    const heard = parse(text);
    if (heard === null) {
      if (this.#returning) this.#return(null);
    } else {
      this.#take(heard);
    }
    this.#tell();
  }

  #take({ epoch, chunk }) {
    if (chunk === done) {
      ++this.dones;
    } else {
      this.chunks.push(chunk);
    }
    if (this.#returning && chunk.type === "data-resumed") {
      this.#resumed(epoch, chunk.data.running);
    } else {
      if (this.#returning?.resumed) this.#return(); // it ended meanwhile
      if (chunk.type === "data-approval-resolved") this.#pass(asAsked(chunk.data));
      this.#pass(chunk);
    }
    this.#epoch = epoch;
    if (chunk !== done && this.#cutAfter?.(chunk)) this.#cutAfter = { cut: true };
  }

  #resumed(epoch, running) {
    this.#returning.resumed = true;
    if (running) {
      this.#return();
    } else if (this.#epoch !== null && this.#epoch !== epoch) { // another life of the session
      this.#returning.reject(
        new Error(
          "The server was restarted and does not know this conversation any more. " +
            "What still waited for an answer was not run.",
        ),
      );
      this.#returning = null;
    } else {
      this.#send({ type: "ping", timestamp: 0 }); // the pong comes after whatever there is
    }
  }

  #return(stream = this.#open(this.#returning.abortSignal)) {
    this.#returning.resolve(stream);
    this.#returning = null;
  }

  #pass(chunk) {
    const stream = this.#streams[0];
    if (chunk === done) {
      this.#streams.shift();
      if (stream?.reading) stream.controller.close();
    } else if (!stream) {
      this.unread.push(chunk);
    } else if (stream.reading) {
      stream.controller.enqueue(chunk);
    }
  }

  #fail() {
    this.#socket = null;
    this.#cutAfter = null;
    const error = new TypeError("network connection lost");
    for (const stream of this.#streams.splice(0)) {
      if (stream.reading) stream.controller.error(error);
    }
    this.#returning?.reject(error);
    this.#returning = null;
    this.#tell();
  }

  #tell() {
    for (const listener of [...this.#listeners]) listener();
  }
}

// The person may have answered at the same moment, and lost: only to a request does `Chat` take
// another answer.
function asAsked({ approvalId, toolCallId }) {
  return { type: "tool-approval-request", approvalId, toolCallId };
}

// null: the pong, the only frame that is no chunk.
function parse(text) {
  if (text.startsWith('{"type":"pong"')) return null;
  const frame = text.match(/^id: ([0-9a-z-]+)\.[0-9.]+\ndata: ([^\n]*)\n\n$/);
  if (!frame) throw new Error(`not one numbered chunk: ${JSON.stringify(text)}`);
  const [, epoch, json] = frame;
  return { epoch, chunk: json === "[DONE]" ? done : JSON.parse(json) };
}
