import type { Clock } from "@fanfare/contract/clock";
import type { Hub } from "../hub/hub.ts";
import type { Topics } from "../topics.ts";
import type { ClassicTokens } from "./tokens.ts";

/** What a session of classic SignalR needs of the house. */
export interface ClassicSessionDeps {
  readonly clock: Clock;
  readonly topics: Topics;
  readonly hub: Hub;
  readonly tokens: ClassicTokens;
  readonly connection_id: string;
  /** Different each time that a server gets to know the connection. */
  readonly life: string;
  readonly is_listening: boolean;
  /** A WebSocket carries the session. */
  readonly onWebSocket: () => void;
  /** The client has been told the end, or has gone. Called once. */
  readonly onOver: (end: SessionEnd) => void;
}

/** Whether a client may come back: after `gone` it may. */
export type SessionEnd = "gone" | "aborted" | { readonly fatal: string };
