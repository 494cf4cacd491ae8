// A ChatTransport that behaves on the wire as the frontend of hironow/adk-stream-protocol does, its
// habits included: they are what the server's `adk` dialect has to bear. Written from reading it,
// not copied. The habits that matter:
//
// * one socket for all turns, opened by the first message, pinged every two seconds;
// * one frame is one chunk; two in one frame are not JSON, and are dropped;
// * at the finish-step after an approval request the *client's* stream ends, so that `Chat` leaves
//   "streaming" and sends the decision as its next message; the socket stays;
// * what comes while no stream is open is lost (kept here in `lost`, for the tests to look at);
// * a message sent while the last stream is not over gets no stream of its own: what comes goes on
//   into the old one;
// * a stream that the reader cancels, because a chunk broke it, takes the socket with it.

import WebSocket from "ws";

const pingMilliseconds = 2000;

export class SeedTransport {
  frames = []; // every frame received, as text: what a test counts [DONE] in
  sent = []; // every frame sent but pings, parsed
  lost = []; // chunks that no stream took
  pongs = 0;
  closed = null; // {code, reason} once the socket is closed
  #url;
  #socket = null;
  #stream = null; // the controller of the stream that chunks go into
  #over = true; // that stream has ended
  #requested = false; // an approval request came: the next finish-step ends the stream
  #listeners = new Set();

  constructor(url) {
    this.#url = url;
  }

  async sendMessages({ trigger, chatId, messageId, messages }) {
    let mine;
    return new ReadableStream({
      start: async (controller) => {
        mine = controller;
        try {
          if (this.#socket?.readyState !== WebSocket.OPEN) await this.#connect();
          if (this.#over) {
            this.#stream = controller;
            this.#over = false;
            this.#requested = false;
          }
          this.send({ type: "message", version: "1.0", id: chatId, messages, trigger, messageId });
        } catch (error) {
          controller.error(error);
        }
      },
      cancel: () => {
        if (this.#stream === mine) this.#over = true;
        this.close();
      },
    });
  }

  async reconnectToStream() {
    return null;
  }

  /** The client's own tools answer this way, without waiting for the stream to end. */
  sendToolResult(toolCallId, result) {
    this.send({ type: "tool_result", version: "1.0", toolCallId, result });
  }

  interrupt(reason) {
    this.send({ type: "interrupt", version: "1.0", reason });
  }

  send(frame) {
    this.sent.push(frame);
    this.#socket.send(JSON.stringify(frame));
    this.#tell();
  }

  ping() {
    this.#socket.send(JSON.stringify({ type: "ping", version: "1.0", timestamp: Date.now() }));
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
    const socket = new WebSocket(this.#url);
    await new Promise((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    const pinging = setInterval(() => this.ping(), pingMilliseconds);
    socket.on("message", (data) => this.#hear(data.toString()));
    socket.on("error", (error) => this.#quietly(() => this.#stream.error(error)));
    socket.on("close", (code, reason) => {
      clearInterval(pinging);
      this.closed = { code, reason: reason.toString() };
      this.#end();
      this.#tell();
    });
    this.#socket = socket;
    this.#over = true;
    this.closed = null;
  }

  #hear(text) {
    this.frames.push(text);
    if (text.startsWith("data: ")) {
      this.#take(text.slice("data: ".length).trim());
    } else if (JSON.parse(text).type === "pong") {
      ++this.pongs;
    }
    this.#tell();
  }

  #take(text) {
    if (text === "[DONE]") {
      this.#end();
      return;
    }
    let chunk;
    try {
      chunk = JSON.parse(text);
    } catch {
      this.lost.push(text);
      return;
    }
    if (this.#over) {
      this.lost.push(chunk);
      return;
    }
    this.#stream.enqueue(chunk);
    if (chunk.type === "tool-approval-request") this.#requested = true;
    if (chunk.type === "finish-step" && this.#requested) this.#end();
  }

  #end() {
    if (this.#over) return;
    this.#over = true;
    this.#requested = false;
    this.#quietly(() => this.#stream.close());
  }

  #tell() {
    for (const listener of [...this.#listeners]) listener();
  }

  // A stream that its reader has cancelled is closed already.
  #quietly(action) {
    try {
      action();
    } catch (error) {
      if (error.code !== "ERR_INVALID_STATE") throw error;
    }
  }
}
