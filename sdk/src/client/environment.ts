import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { GuideDeps } from "../engage/stage/guide.ts";
import type { Stage } from "../engage/types.ts";
import type { Connect } from "../realtime/transport.ts";
import type { Celebrate } from "./celebrate.ts";

export interface Environment {
  readonly window: Window & typeof globalThis;
  readonly document: Document;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly fetch: typeof fetch;
  readonly connect: Connect;
  /** `contents`: the content to show, as JSON. */
  readonly loadGuide: (contents: string) => Promise<(deps: GuideDeps) => Stage>;
  readonly loadConfetti: () => Promise<Celebrate>;
}
