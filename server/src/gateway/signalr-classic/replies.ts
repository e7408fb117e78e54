import { hubLimits } from "@fanfare/contract/hub-limits";

interface Reply {
  readonly text: string;
  /** Called once: with nothing when the answer has gone out, with the answer itself when it will not. */
  readonly release: (text: string) => void;
  is_told: boolean;
}

/**
 * Answers that go out among the callbacks, by the number that each has there. The newest are kept whatever a client is told in
 * between, so that a call is answered also where the callbacks around it are forgotten.
 */
export class Replies {
  readonly #replies = new Map<number, Reply>();
  #bytes = 0;

  keep(sequence: number, text: string, release: (text: string) => void): void {
    this.#replies.set(sequence, { text, release, is_told: false });
    this.#bytes += Buffer.byteLength(text);
    for (const oldest of this.#replies.keys()) {
      const is_too_much =
        this.#replies.size > hubLimits.hub_calls_waiting_max || this.#bytes > hubLimits.classic_ring_bytes_max;
      if (!is_too_much || oldest === sequence) return;
      this.#drop(oldest);
    }
  }

  /** The answer of this number, which thereby goes out; nothing where it is no longer kept. */
  tell(sequence: number): readonly string[] {
    const reply = this.#replies.get(sequence);
    if (reply === undefined) return [];
    if (!reply.is_told) {
      reply.is_told = true;
      reply.release("");
    }
    return [reply.text];
  }

  /** Those numbered above `after` and below `before`, in order. */
  tellBetween(after: number, before: number): readonly string[] {
    return [...this.#replies.keys()].filter((key) => key > after && key < before).flatMap((key) => this.tell(key));
  }

  /** Takes out those that have not gone out yet. */
  takeUntold(): readonly Pick<Reply, "text" | "release">[] {
    return [...this.#replies].flatMap(([sequence, reply]) => {
      if (reply.is_told) return [];
      this.#bytes -= Buffer.byteLength(reply.text);
      this.#replies.delete(sequence);
      return [reply];
    });
  }

  /** The client has everything up to and including `sequence`, or wants none of it. */
  acknowledge(sequence: number): void {
    for (const known of [...this.#replies.keys()]) if (known <= sequence) this.#drop(known);
  }

  #drop(sequence: number): void {
    const reply = this.#replies.get(sequence);
    if (reply === undefined) return;
    this.#bytes -= Buffer.byteLength(reply.text);
    this.#replies.delete(sequence);
    if (!reply.is_told) reply.release(reply.text);
  }
}
