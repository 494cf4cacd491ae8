#!/usr/bin/env python3
"""Says one thing, answers every question with the same verdict, prints what comes of it.

    HOLDPOINT_TOKEN=... chat.py ws://127.0.0.1:8080/live approve|deny [TEXT]

Written from docs/protocol.md alone; needs the package websockets.
"""
import asyncio
import json
import os
import sys

import websockets


async def chat(url, verdict, text):
    calls = {}
    headers = {"Authorization": "Bearer " + os.environ.get("HOLDPOINT_TOKEN", "")}
    async with websockets.connect(url, extra_headers=headers) as socket:
        message = {"role": "user", "content": text}
        await socket.send(json.dumps({"type": "message", "messages": [message]}))
        async for frame in socket:
            data = frame.removeprefix("data: ").strip()
            if data == "[DONE]":
                return
            match json.loads(data):
                case {"type": "text-delta", "delta": delta}:
                    print(delta, end="")
                case {"type": "text-end"}:
                    print()
                case {"type": "tool-input-available", "toolCallId": call, **said}:
                    calls[call] = f"{said['toolName']} {json.dumps(said['input'])}"
                case {"type": "tool-approval-request", "approvalId": approval, "toolCallId": call}:
                    print(f"{verdict}: {calls[call]}")
                    decision = {"approvalId": approval, "approved": verdict == "approve"}
                    await socket.send(json.dumps({"type": "tool_approval", **decision}))
                case {"type": "tool-output-available", "output": output}:
                    print(f"returned: {json.dumps(output)}")
                case {"type": "tool-output-error" | "error", "errorText": error}:
                    print(f"failed: {error}")
    sys.exit("the server closed the connection before [DONE]")


if len(sys.argv) not in (3, 4) or sys.argv[2] not in ("approve", "deny"):
    sys.exit(__doc__)
asyncio.run(chat(*sys.argv[1:3], *(sys.argv[3:] or ["pay Alice 30 dollars"])))
