import type { Clock } from "@fanfare/contract/clock";
import type { AppRecord } from "../../accounts/app-directory.ts";
import type { Lane } from "../../channels/subscriber.ts";
import type { Identity } from "../../people/identity.ts";
import type { HubClient } from "../hub/client.ts";
import type { Hub } from "../hub/hub.ts";
import type { Carrier } from "./carrier.ts";
import type { HubProtocol } from "./messages.ts";

export interface CoreConnectionDeps {
  readonly clock: Clock;
  readonly hub: Hub;
  readonly lanes: ReadonlyMap<HubProtocol, Lane>;
  /** The hub lets the connection go; its transport may still have to tell the end. Called once. */
  readonly onEnded: () => void;
}

/** Who has negotiated. */
export interface CoreGuest {
  readonly socket_id: string;
  readonly app: AppRecord;
  readonly identity: Identity | undefined;
  /** Whether nobody on the way to it can read along. */
  readonly encrypted: boolean;
}

/** A connection from the negotiation to its end. */
export type State =
  | { readonly kind: "negotiated" }
  | { readonly kind: "shaking_hands"; readonly carrier: Carrier }
  | OpenState
  | { readonly kind: "ended" };

export interface OpenState {
  readonly kind: "open";
  readonly carrier: Carrier;
  readonly protocol: HubProtocol;
  readonly client: HubClient;
}
