// The stock WebSocketChatTransport of `ai` 7, with a socket that lets the tests see what goes over
// it, and one frame more: the decision, which goes over the same socket while the stream is open.

import WebSocket from "ws";

export function stockAi7(sdk, url) {
  const seen = new Seen();
  const transport = new sdk.WebSocketChatTransport({ url, webSocket: seen.socketClass() });
  return Object.assign(seen, { transport });
}

class Seen {
  frames = [];
  chunks = [];
  dones = 0;
  sent = [];
  unread = [];
  #socket = null;
  #listeners = new Set();

  socketClass() {
    const seen = this;
    return class extends WebSocket {
      constructor(url, protocols) {
        super(url, protocols);
        seen.#socket = this;
        this.on("message", (data) => seen.#hear(data.toString()));
      }
      send(text, ...rest) {
        seen.sent.push(JSON.parse(text));
        super.send(text, ...rest);
        seen.#tell();
      }
    };
  }

  decide(approvalId, approved, reason) {
    this.#socket.send(JSON.stringify({ type: "tool_approval", approvalId, approved, reason }));
  }

  close() {
    this.transport.close();
  }

  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #hear(text) {
    this.frames.push(text);
    const frame = JSON.parse(text);
    if (frame.type === "chunk") this.chunks.push(frame.chunk);
    if (frame.type === "end") ++this.dones;
    this.#tell();
  }

  #tell() {
    for (const listener of [...this.#listeners]) listener();
  }
}
