/** Client below WebSocket libraries: it can stop reading, send invalid frames, and count received bytes. */
export interface RawClient {
  /** Everything received so far, including the handshake's response head. */
  text(): string;
  bytes(): number;
  send(text: string): void;
  write(bytes: Uint8Array): void;
  /** Stops reading, so that data stays in the server's buffers. */
  pause(): void;
  readonly closed: Promise<void>;
  end(): void;
}

const CONNECT_HEAD =
  "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";

export async function connectRaw(port: number, path: string, headers = ""): Promise<RawClient> {
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
  const { promise: answered, resolve: onAnswer } = Promise.withResolvers<void>();
  const parts: Buffer[] = [];
  let bytes = 0;
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data(_, part) {
        parts.push(Buffer.from(part));
        bytes += part.length;
        onAnswer();
      },
      close: () => onClosed(),
    },
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${CONNECT_HEAD}${headers}\r\n`);
  await Promise.race([answered, closed]);
  return {
    text: () => Buffer.concat(parts).toString("latin1"),
    bytes: () => bytes,
    send: (text) => socket.write(maskedFrame(0x81, Buffer.from(text))),
    write: (data) => socket.write(data),
    pause: () => socket.pause(),
    closed,
    end: () => socket.end(),
  };
}

/** Client frame (RFC 6455 section 5.2) with an all-zero mask, which leaves the payload unchanged. */
export function maskedFrame(first_byte: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10);
  head[0] = first_byte;
  if (payload.length < 126) head[1] = 0x80 | payload.length;
  else if (payload.length < 65_536) {
    head[1] = 0x80 | 126;
    head.writeUInt16BE(payload.length, 2);
  } else {
    head[1] = 0x80 | 127;
    head.writeBigUInt64BE(BigInt(payload.length), 2);
  }
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}
