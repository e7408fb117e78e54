import type { Clock } from "@fanfare/contract/clock";
import type { Rng } from "@fanfare/contract/rng";
import type { Celebrate } from "./celebrate.ts";
import type { GuideDeps } from "./engage/guide.ts";
import type { Stage } from "./engage/types.ts";
import type { Connect } from "./live/transport.ts";

/** Everything outside the SDK that it touches. */
export interface Surroundings {
  readonly window: Window & typeof globalThis;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly fetch: typeof fetch;
  readonly connect: Connect;
  /** `contents`: what there is to show, as JSON. */
  readonly loadGuide: (contents: string) => Promise<(deps: GuideDeps) => Stage>;
  readonly loadConfetti: () => Promise<Celebrate>;
}
