import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { LiveMessage } from "@fanfare/contract/realtime/live-update";
import type { Storage } from "../../lib/storage.ts";

/** What this browser profile has shown, over all its tabs. */
export interface ShownMessages {
  readonly device: string;
  has(id: string): boolean;
  /** Kept before it is shown: a page that dies in between shows it not at all on this device, instead of twice. */
  add(message: Pick<LiveMessage, "id" | "expires_at">): void;
}

type ShownTimes = Readonly<Record<string, number>>;

/** Which live updates this browser has shown, over pages and tabs. */
export function createShownMessages(deps: {
  readonly storage: Storage;
  /** Names what belongs to this app in the storage. */
  readonly named: string;
  readonly now_ms: () => number;
  readonly rng: Pick<Rng, "bytes">;
}): ShownMessages {
  const { storage, now_ms } = deps;
  /** What may not be written lives as long as the page. */
  const memory = new Set<string>();
  const device = storage.get(`${deps.named}:device`) ?? toHex(deps.rng.bytes(16));
  storage.set(`${deps.named}:device`, device);
  const name = `${deps.named}:shown`;

  /** Ids and until when they count. */
  const readShownTimes = (): ShownTimes => {
    try {
      const read: unknown = JSON.parse(storage.get(name) ?? "{}");
      // Our own words; what a page wrote over them counts for nothing.
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
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
}
