import { SECOND_MS } from "@fanfare/contract/limits";
import { lastExpiryMs } from "@fanfare/contract/realtime/delivery-timing";
import type { LiveUpdateAudience, LiveUpdateBody } from "@fanfare/contract/realtime/live-update";
import type { LiveUpdate } from "@fanfare/contract/schema/responses/realtime/live-update";
import { EMPTY_MESSAGE, type MessageDraft, type Named } from "./message-draft.ts";

interface AudienceLabels {
  segment(id: string): string | undefined;
  /** Of a person or group, by external ID. */
  named(id: string): string;
}

/**
 * A message as a draft, to send another like it or to change a scheduled one.
 *
 * @example
 * toMessageDraft(update, { segment: () => undefined, named: (id) => id }).text; // "Back at noon"
 */
export function toMessageDraft(update: LiveUpdate, labels: AudienceLabels): MessageDraft {
  const { body, priority, collapse_key, require_ack, devices, experiment, email, push } = update;
  return {
    ...EMPTY_MESSAGE,
    ...bodyFields(body),
    ...audienceFields(update.audience, labels),
    ...{ priority, collapse_key: collapse_key ?? "", require_ack, one_device: devices === "one" },
    ttl_s: ttlOf(update),
    ...timingFields(update),
    ...(experiment === null
      ? {}
      : {
          goal: experiment.goal_id ?? "",
          variants: experiment.variants.map((variant) => ({ ...textsOf(variant.body), weight: variant.weight })),
        }),
    ...(email === null ? {} : { is_emailed: true, email_hours: email.after_hours }),
    ...(push === null ? {} : { is_pushed: true, push_minutes: push.after_minutes }),
  };
}

function bodyFields(body: LiveUpdateBody): Partial<MessageDraft> {
  switch (body.kind) {
    case "toast":
    case "banner": {
      const { kind, tone, action } = body;
      return { kind, tone, ...textsOf(body), action_label: action?.label ?? "", action_href: action?.href ?? "" };
    }
    case "badge":
      return { kind: body.kind, name: body.badge, count: body.count, title: body.label ?? "" };
    case "celebration":
      return { kind: body.kind, preset: body.preset, title: body.text ?? "" };
    case "data":
      return { kind: body.kind, name: body.name, data: JSON.stringify(body.data, null, 2) ?? "null" };
  }
}

function textsOf(body: LiveUpdateBody): Pick<MessageDraft, "title" | "text"> {
  return body.kind === "toast" || body.kind === "banner"
    ? { title: body.title ?? "", text: body.text }
    : { title: "", text: "" };
}

function audienceFields(audience: LiveUpdateAudience, labels: AudienceLabels): Partial<MessageDraft> {
  const named = (ids: readonly string[]): readonly Named[] => ids.map((id) => ({ id, label: labels.named(id) }));
  switch (audience.kind) {
    case "people":
      return { audience: "people", people: named(audience.external_ids) };
    case "groups":
      return { audience: "groups", groups: named(audience.groups) };
    case "segment": {
      const { segment_id: id } = audience;
      const label = labels.segment(id);
      // A deleted segment can't be sent to.
      return { audience: "segment", segment: label === undefined ? null : { id, label } };
    }
    case "everyone":
      return { audience: "everyone" };
  }
}

/** How long people who return later still get it. The server returns only when it expires for everyone. */
function ttlOf({ timing, scheduled_for, created_at, expires_at }: LiveUpdate): number {
  const sent_ms = Date.parse(scheduled_for ?? created_at);
  const from_ms = timing === null ? sent_ms : lastExpiryMs(timing, { sent_ms, ttl_s: 0 });
  return Math.round((Date.parse(expires_at) - from_ms) / SECOND_MS);
}

function timingFields({ timing, scheduled_for }: LiveUpdate): Partial<MessageDraft> {
  if (timing === null) return {};
  const { time_zone, zone, send_at, quiet_hours } = timing;
  // The time of a sent message is over.
  const is_timed = send_at !== null && scheduled_for !== null;
  return {
    ...(is_timed ? { time_zone, send_at, when: zone } : {}),
    ...(quiet_hours === null ? {} : { is_quiet: true, quiet_from: quiet_hours.from, quiet_to: quiet_hours.to }),
  };
}
