import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { LiveMessage } from "@fanfare/contract/realtime/live-update";
import type { Storage } from "../../lib/storage.ts";

export interface ShownMessages {
  readonly device: string;
  has(id: string): boolean;
  /**
   * Stored before the message is shown: if the page crashes in between, the message is lost on this device instead of
   * shown twice.
   */
  add(message: Pick<LiveMessage, "id" | "expires_at">): void;
}

type ShownTimes = Readonly<Record<string, number>>;

export function createShownMessages(deps: {
  readonly storage: Storage;
  /** Prefix of the app's storage keys. */
  readonly named: string;
  readonly now_ms: () => number;
  readonly rng: Pick<Rng, "bytes">;
}): ShownMessages {
  const { storage, now_ms } = deps;
  /** Fallback for the page's lifetime if storage isn't writable. */
  const memory = new Set<string>();
  const device = storage.get(`${deps.named}:device`) ?? toHex(deps.rng.bytes(16));
  storage.set(`${deps.named}:device`, device);
  const name = `${deps.named}:shown`;

  /** Message IDs with expiry times. */
  const readShownTimes = (): ShownTimes => {
    try {
      const read: unknown = JSON.parse(storage.get(name) ?? "{}");
      // Written by the SDK; anything else the page wrote there is ignored.
      return typeof read === "object" && read !== null ? (read as ShownTimes) : {};
    } catch {
      return {};
    }
  };

  return {
    device,
    has: (id) => memory.has(id) || Object.hasOwn(readShownTimes(), id),
    add({ id, expires_at }) {
      memory.add(id);
      const entries = [...Object.entries(readShownTimes()), [id, Date.parse(expires_at)] as const];
      const alive = entries.filter(([, until]) => until > now_ms()).slice(-limits.shown_messages_kept_max);
      storage.set(name, JSON.stringify(Object.fromEntries(alive)));
    },
  };
}

function toHex(octets: Uint8Array): string {
  return [...octets].map((octet) => octet.toString(16).padStart(2, "0")).join("");
}
