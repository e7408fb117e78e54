import type { AppId, DestinationId, WebhookId } from "@fanfare/contract/lib/ids";
import type { WebhookFilter, WebhookKind } from "@fanfare/contract/realtime/webhook-topics";
import type { WebhookEventSelection } from "@fanfare/contract/schema/realtime/webhook";
import type { OpenDestination } from "../destinations/destination-request.ts";
import type { DestinationSettings } from "../destinations/destination-settings.ts";
import type { Millis } from "../store/schema/column-types.ts";
import type { SigningSecret } from "./signing-secrets.ts";

interface Target {
  readonly app_id: AppId;
  readonly events: WebhookEventSelection;
  readonly filter: WebhookFilter;
  readonly enabled: boolean;
  /** First failed attempt since the last successful one. */
  readonly failing_since: Millis | null;
}

export interface WebhookTarget extends Target {
  readonly id: WebhookId;
  readonly kind: WebhookKind;
  readonly url: string;
  readonly secrets: readonly SigningSecret[];
}

export interface DestinationTarget extends Target {
  readonly id: DestinationId;
  readonly kind: "destination";
  readonly destination: OpenDestination & Pick<DestinationSettings, "props" | "consent_attribute">;
}

/** Where deliveries go. */
export type ReceiverTarget = WebhookTarget | DestinationTarget;
