import type { Lane } from "@fanfare/contract/content/lane";
import type { CapFact } from "@fanfare/contract/gates/gates";
import type { Suppression } from "@fanfare/contract/schema/client/v1";
import type { DebugPanelResponse } from "@fanfare/contract/schema/people/debug-link";
import type { Explained } from "../api/results.ts";
import type { TargetLine } from "./target-line.ts";

export interface ContentLine extends Pick<Explained, "content_id" | "outcome" | "gate" | "gates"> {
  readonly slug: string;
  readonly name: string;
  readonly targets: readonly TargetLine[];
}

export interface ResponseLine {
  readonly at_ms: number;
  readonly config_version: number;
  readonly admitted: number;
  readonly refused: readonly string[];
}

export interface EventLine {
  readonly at_ms: number;
  readonly name: string;
  readonly props: string;
}

export interface PanelState {
  readonly person: string;
  readonly expires_at: string;
  readonly place: DebugPanelResponse["place"];
  readonly contents: readonly ContentLine[];
  readonly lanes: readonly { readonly lane: Lane; readonly name: string }[];
  readonly caps: readonly CapFact[];
  readonly hidden: readonly (Suppression & { readonly name: string })[];
  /** Newest first. */
  readonly responses: readonly ResponseLine[];
  readonly events: readonly EventLine[];
  readonly connection: string;
}
