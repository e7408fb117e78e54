import { clientFrame } from "../clients/subscribers.ts";

/** What happens on a socket. `gone` comes at most once, and nothing after it. */
export interface RawObserver {
  text(text: string): void;
  /** Close code of the server. 1006 without one. */
  gone(code: number): void;
}

export interface RawSocket {
  send(text: string): void;
  close(): void;
}

const ABNORMAL = 1006;
const OPCODE_TEXT = 1;
const OPCODE_CLOSE = 8;
const OPCODE_PING = 9;

/**
 * A WebSocket over plain TCP, which costs a herd's process less than a platform's. Reads unmasked, unfragmented frames,
 * as Fanfare sends them.
 */
export function openRawSocket(port: number, path: string, observer: RawObserver): RawSocket {
  let pending: Buffer = Buffer.alloc(0);
  let is_upgraded = false;
  let is_over = false;
  let close_code = ABNORMAL;
  let waiting: string[] | undefined = [];
  let connection: Bun.Socket | undefined;
  const end = (): void => {
    if (is_over) return;
    is_over = true;
    connection?.end();
    observer.gone(close_code);
  };
  const read = (): void => {
    if (!is_upgraded) {
      const head_end = pending.indexOf("\r\n\r\n");
      if (head_end < 0) return;
      if (!pending.subarray(0, 12).toString("latin1").endsWith(" 101")) {
        end();
        return;
      }
      pending = pending.subarray(head_end + 4);
      is_upgraded = true;
      for (const text of waiting ?? []) connection?.write(clientFrame(text));
      waiting = undefined;
    }
    for (let frame = readFrame(pending); frame !== undefined && !is_over; frame = readFrame(pending)) {
      pending = pending.subarray(frame.size);
      if (frame.opcode === OPCODE_TEXT) observer.text(frame.payload.toString("utf8"));
      else if (frame.opcode === OPCODE_PING) connection?.write(PONG);
      else if (frame.opcode === OPCODE_CLOSE) {
        close_code = frame.payload.length >= 2 ? frame.payload.readUInt16BE(0) : ABNORMAL;
        end();
      }
    }
  };
  Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open(socket) {
        connection = socket;
        if (is_over) {
          socket.end();
          return;
        }
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
        );
      },
      data(_, bytes) {
        pending = pending.length === 0 ? Buffer.from(bytes) : Buffer.concat([pending, bytes]);
        read();
      },
      close: end,
      error: end,
    },
  }).catch(end);
  return {
    send(text) {
      if (waiting !== undefined) waiting.push(text);
      else if (!is_over) connection?.write(clientFrame(text));
    },
    close() {
      is_over = true;
      connection?.end();
    },
  };
}

const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/** The first frame, once it's complete. */
function readFrame(
  bytes: Buffer,
): { readonly opcode: number; readonly payload: Buffer; readonly size: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1);
  const head = short === 126 ? 4 : 2;
  if (bytes.length < head) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short;
  if (bytes.length < head + length) return undefined;
  return { opcode: bytes.readUInt8(0) & 0x0f, payload: bytes.subarray(head, head + length), size: head + length };
}
