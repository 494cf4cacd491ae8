// What lets a person answer while the stream stays open: `Chat` keeps the answer to itself until
// then. The SDK is called first and the frame goes second; the other way round the output may come
// before the answer, and `approved` is lost.

import { callsOf } from "./messages.mjs";

export class ApprovalBridge {
  #known = new Set(); // approvals whose answer the server knows
  #transport;

  constructor(transport) {
    this.#transport = transport;
  }

  /** After every change of the messages. */
  look(messages) {
    for (const call of messages.flatMap(callsOf)) {
      if (call.state !== "approval-responded" || this.#known.has(call.approval.id)) continue;
      this.#known.add(call.approval.id);
      this.#transport.decide(call.approval.id, call.approval.approved, call.approval.reason);
    }
  }

  /** Chat's onData: somebody else decided, or nobody did in time. */
  onData(part, chat) {
    if (part.type !== "data-approval-resolved") return;
    const { approvalId: id, approved, reason } = part.data;
    this.#known.add(id);
    chat.addToolApprovalResponse({ id, approved, reason });
  }
}
