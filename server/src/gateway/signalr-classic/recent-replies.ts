import { hubLimits } from "@fanfare/contract/limits/hub";

interface Reply {
  readonly text: string;
  /** Called once: with nothing when the reply was sent, with the reply itself when it will not be. */
  readonly release: (text: string) => void;
  is_sent: boolean;
}

/**
 * Replies by their number among the callbacks. The newest are kept apart from the callbacks, so that a call is answered even
 * where the callbacks around it are dropped.
 */
export class Replies {
  readonly #replies = new Map<number, Reply>();
  #bytes = 0;

  keep(sequence: number, text: string, release: (text: string) => void): void {
    this.#replies.set(sequence, { text, release, is_sent: false });
    this.#bytes += Buffer.byteLength(text);
    for (const oldest of this.#replies.keys()) {
      const is_too_much =
        this.#replies.size > hubLimits.hub_calls_waiting_max || this.#bytes > hubLimits.classic_ring_bytes_max;
      if (!is_too_much || oldest === sequence) return;
      this.#drop(oldest);
    }
  }

  /** Sends the reply of this number; nothing where it is no longer kept. */
  send(sequence: number): readonly string[] {
    const reply = this.#replies.get(sequence);
    if (reply === undefined) return [];
    if (!reply.is_sent) {
      reply.is_sent = true;
      reply.release("");
    }
    return [reply.text];
  }

  /** Sends the replies numbered above `after` and below `before`, in order. */
  sendBetween(after: number, before: number): readonly string[] {
    return [...this.#replies.keys()].filter((key) => key > after && key < before).flatMap((key) => this.send(key));
  }

  /** Removes the replies that were not sent yet. */
  takeUnsent(): readonly Pick<Reply, "text" | "release">[] {
    return [...this.#replies].flatMap(([sequence, reply]) => {
      if (reply.is_sent) return [];
      this.#bytes -= Buffer.byteLength(reply.text);
      this.#replies.delete(sequence);
      return [reply];
    });
  }

  /** The client has everything up to and including `sequence`, or no longer reads it. */
  acknowledge(sequence: number): void {
    for (const known of [...this.#replies.keys()]) if (known <= sequence) this.#drop(known);
  }

  #drop(sequence: number): void {
    const reply = this.#replies.get(sequence);
    if (reply === undefined) return;
    this.#bytes -= Buffer.byteLength(reply.text);
    this.#replies.delete(sequence);
    if (!reply.is_sent) reply.release(reply.text);
  }
}
