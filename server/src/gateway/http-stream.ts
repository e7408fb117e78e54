import type { Receiver } from "./mailbox.ts";

const UTF8 = new TextEncoder();

/** One part of an endless response; nothing follows after the last one. */
export interface StreamPart {
  readonly text: string;
  readonly last: boolean;
}

export interface StreamSource {
  readonly headers: Readonly<Record<string, string>>;
  /** What to write now; undefined while there is nothing. Asked only when the client has taken what was written before. */
  next(): StreamPart | undefined;
  /** What asks the client for a sign of life. */
  readonly ping: string;
  /** The client went, or the stream was told its last part or dropped. Called once. */
  onEnd(stream: HttpStream): void;
}

export interface HttpStream extends Receiver {
  readonly response: Response;
}

/**
 * A response that stays open and writes what its source has. It writes no faster than the client reads, so what waits is
 * in the source and bounded there.
 *
 * @example
 * const stream = openHttpStream({ headers, next, ping: "h\n", onEnd });
 * mailbox.attach(stream);
 * return stream.response;
 */
export function openHttpStream(source: StreamSource): HttpStream {
  let is_over = false;
  let has_to_ping = false;
  /** Set while the client waits for more. */
  let wakeReader: (() => void) | undefined;

  const over = (): void => {
    if (is_over) return;
    is_over = true;
    source.onEnd(stream);
  };
  /** Whether the reader got something. */
  const feed = (controller: ReadableStreamDefaultController<Uint8Array>): boolean => {
    if (is_over) {
      controller.close();
      return true;
    }
    const part = source.next();
    if (part === undefined && !has_to_ping) return false;
    controller.enqueue(UTF8.encode((has_to_ping ? source.ping : "") + (part?.text ?? "")));
    has_to_ping = false;
    if (part?.last === true) {
      controller.close();
      over();
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
        over();
      },
    },
    // Nothing is fetched ahead: what is not on the wire can still be read by the receiver that comes next.
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
      over();
      wakeReader?.();
    },
  };
  return stream;
}
