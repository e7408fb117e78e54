import { hubLimits } from "@fanfare/contract/limits/hub";

interface Reply {
  readonly text: string;
  /** Called once: with an empty string if the reply was sent, or with the reply if it won't be. */
  readonly release: (text: string) => void;
  is_sent: boolean;
}

/**
 * Replies by their number among the callbacks. The newest are stored separately, so that a call gets its reply even if
 * the callbacks around it are dropped.
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

  /** Sends the reply with this number. Empty if it's no longer stored. */
  send(sequence: number): readonly string[] {
    const reply = this.#replies.get(sequence);
    if (reply === undefined) return [];
    if (!reply.is_sent) {
      reply.is_sent = true;
      reply.release("");
    }
    return [reply.text];
  }

  /** Releases a reply that wasn't sent. A sent one stays for a reader that didn't receive it. */
  withdraw(sequence: number): void {
    if (this.#replies.get(sequence)?.is_sent === false) this.#drop(sequence);
  }

  sendBetween(after: number, before: number): readonly string[] {
    return [...this.#replies.keys()].filter((key) => key > after && key < before).flatMap((key) => this.send(key));
  }

  takeUnsent(): readonly Pick<Reply, "text" | "release">[] {
    return [...this.#replies].flatMap(([sequence, reply]) => {
      if (reply.is_sent) return [];
      this.#bytes -= Buffer.byteLength(reply.text);
      this.#replies.delete(sequence);
      return [reply];
    });
  }

  /** The client has received everything up to and including `sequence`, or no longer reads it. */
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
