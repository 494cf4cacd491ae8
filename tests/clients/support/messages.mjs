// Reading a UIMessage, of whatever version of the SDK.

export function textOf(message) {
  const parts = message?.parts ?? [];
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

export function callsOf(message) {
  const isCall = ({ type }) => type.startsWith("tool-") || type === "dynamic-tool";
  return message?.role === "assistant" ? message.parts.filter(isCall) : [];
}
