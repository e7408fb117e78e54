import type { Receiver } from "./mailbox.ts";

const UTF8 = new TextEncoder();

/** Part of a streaming response. Nothing follows the last one. */
export interface StreamPart {
  readonly text: string;
  readonly last: boolean;
}

export interface StreamSource {
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the next part, or undefined. Called only after the client has read the previous part. */
  next(): StreamPart | undefined;
  /** Asks the client for a keepalive. */
  readonly ping: string;
  /** Called once: the client closed the stream, the last part was sent, or the stream was dropped. */
  onEnd(stream: HttpStream): void;
}

export interface HttpStream extends Receiver {
  readonly response: Response;
}

/**
 * Opens a streaming response that writes parts no faster than the client reads. Pending parts stay in the source, which
 * limits them.
 *
 * @example
 * const stream = openHttpStream({ headers, next, ping: "h\n", onEnd });
 * mailbox.attach(stream);
 * return stream.response;
 */
export function openHttpStream(source: StreamSource): HttpStream {
  let is_ended = false;
  let is_closed = false;
  let has_to_ping = false;
  /** Set while the client waits for more. */
  let wakeReader: (() => void) | undefined;

  const end = (): void => {
    if (is_ended) return;
    is_ended = true;
    source.onEnd(stream);
  };
  /** The last part ends the source, which drops this stream again before the part counts as written. */
  const close = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (is_closed) return;
    is_closed = true;
    controller.close();
  };
  /** Returns whether a part was written. */
  const feed = (controller: ReadableStreamDefaultController<Uint8Array>): boolean => {
    if (is_ended) {
      close(controller);
      return true;
    }
    const part = source.next();
    if (part === undefined && !has_to_ping) return false;
    controller.enqueue(UTF8.encode((has_to_ping ? source.ping : "") + (part?.text ?? "")));
    has_to_ping = false;
    if (part?.last === true) {
      close(controller);
      end();
    }
    return true;
  };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (feed(controller)) return undefined;
        return new Promise<void>((resolve) => {
          wakeReader = () => {
            if (!feed(controller)) return;
            wakeReader = undefined;
            resolve();
          };
        });
      },
      cancel() {
        wakeReader = undefined;
        end();
      },
    },
    // No prefetching, so that unsent parts can still be sent by the next receiver.
    { highWaterMark: 0 },
  );
  const stream: HttpStream = {
    response: new Response(body, { headers: source.headers }),
    wake: () => wakeReader?.(),
    ping() {
      has_to_ping = true;
      wakeReader?.();
    },
    drop() {
      end();
      wakeReader?.();
    },
  };
  return stream;
}
