import type { Receiver } from "./mailbox.ts";

const UTF8 = new TextEncoder();

/** One part of an endless response; nothing follows after the last one. */
export interface StreamPart {
  readonly text: string;
  readonly last: boolean;
}

export interface StreamSource {
  readonly headers: Readonly<Record<string, string>>;
  /** The next part; undefined while there is none. Called only when the client has read the part before. */
  next(): StreamPart | undefined;
  /** Requests a sign of life from the client. */
  readonly ping: string;
  /** The client closed the stream, the last part was sent, or the stream was dropped. Called once. */
  onEnd(stream: HttpStream): void;
}

export interface HttpStream extends Receiver {
  readonly response: Response;
}

/**
 * A response that stays open and writes the parts of its source, no faster than the client reads. So pending parts stay in
 * the source, which bounds them.
 *
 * @example
 * const stream = openHttpStream({ headers, next, ping: "h\n", onEnd });
 * mailbox.attach(stream);
 * return stream.response;
 */
export function openHttpStream(source: StreamSource): HttpStream {
  let is_ended = false;
  let has_to_ping = false;
  /** Set while the client waits for more. */
  let wakeReader: (() => void) | undefined;

  const end = (): void => {
    if (is_ended) return;
    is_ended = true;
    source.onEnd(stream);
  };
  /** Whether a part was written. */
  const feed = (controller: ReadableStreamDefaultController<Uint8Array>): boolean => {
    if (is_ended) {
      controller.close();
      return true;
    }
    const part = source.next();
    if (part === undefined && !has_to_ping) return false;
    controller.enqueue(UTF8.encode((has_to_ping ? source.ping : "") + (part?.text ?? "")));
    has_to_ping = false;
    if (part?.last === true) {
      controller.close();
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
    // Nothing is fetched ahead: parts that are not on the wire can still go to the next receiver.
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
