import type { AppId, WebhookId } from "@fanfare/contract/lib/ids";
import type { WebhookFilter, WebhookKind } from "@fanfare/contract/realtime/webhook-topics";
import type { WebhookEventSelection } from "@fanfare/contract/schema/realtime/webhook";
import type { Millis } from "../store/schema/column-types.ts";
import type { SigningSecret } from "./signing-secrets.ts";

export interface WebhookTarget {
  readonly id: WebhookId;
  readonly app_id: AppId;
  readonly kind: WebhookKind;
  readonly url: string;
  readonly events: WebhookEventSelection;
  readonly filter: WebhookFilter;
  readonly secrets: readonly SigningSecret[];
  readonly enabled: boolean;
  /** First failed attempt since the last successful one. */
  readonly failing_since: Millis | null;
}
