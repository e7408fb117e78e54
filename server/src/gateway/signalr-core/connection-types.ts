import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Lane } from "../../channels/subscriber.ts";
import type { Identity } from "../../people/identity/identity.ts";
import type { Hub } from "../hub/hub.ts";
import type { HubClient } from "../hub/hub-client.ts";
import type { ConnectionCarrier } from "./connection-carrier.ts";
import type { HubProtocol } from "./messages.ts";

export interface CoreConnectionDeps {
  readonly clock: Clock;
  readonly hub: Hub;
  readonly lanes: ReadonlyMap<HubProtocol, Lane>;
  /** Called once, when the connection has left the hub. Its transport may still have to send the end. */
  readonly onEnded: () => void;
}

export interface NegotiatedClient {
  readonly socket_id: string;
  readonly app: AppRecord;
  readonly identity: Identity | undefined;
  readonly encrypted: boolean;
}

export type ConnectionState =
  | { readonly kind: "negotiated" }
  | { readonly kind: "shaking_hands"; readonly carrier: ConnectionCarrier }
  | OpenConnectionState
  | { readonly kind: "ended" };

export interface OpenConnectionState {
  readonly kind: "open";
  readonly carrier: ConnectionCarrier;
  readonly protocol: HubProtocol;
  readonly client: HubClient;
}
