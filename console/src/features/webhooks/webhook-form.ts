import { WEBHOOK_EVENTS } from "@fanfare/contract/realtime/webhook";
import { WEBHOOK_KINDS, WEBHOOK_TOPICS } from "@fanfare/contract/realtime/webhook-topics";
import { webhookFilterSchema } from "@fanfare/contract/schema/realtime/webhook";
import type { Webhook } from "@fanfare/contract/schema/responses/realtime/webhook";
import { z } from "zod";
import { t } from "../../lib/i18n/t.ts";
import { describeEvents } from "./events.ts";

export const ALL_EVENTS = [...WEBHOOK_EVENTS, ...WEBHOOK_TOPICS] as const;
export type WebhookEventId = (typeof ALL_EVENTS)[number];

const LISTS = ["event_names", "tags", "person_attributes"] as const;

const listSchema = (list: (typeof LISTS)[number]) =>
  z.string().superRefine((text, context) => {
    const { error } = webhookFilterSchema.safeParse({ [list]: splitList(text) });
    const message = error?.issues[0]?.message;
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

export const formSchema = z
  .object({
    kind: z.enum(WEBHOOK_KINDS),
    url: z.string().trim().min(1, t("Enter the URL of your backend.")),
    which: z.enum(["all", "chosen"]),
    chosen: z.array(z.enum(ALL_EVENTS)),
    event_names: listSchema("event_names"),
    tags: listSchema("tags"),
    person_attributes: listSchema("person_attributes"),
    enabled: z.boolean(),
  })
  .refine(({ which, chosen }) => which === "all" || chosen.length > 0, {
    path: ["chosen"],
    message: t("Select at least one event."),
  })
  .refine(
    ({ which, chosen, event_names }) =>
      which === "all" || !chosen.includes("event.tracked") || splitList(event_names).length > 0,
    { path: ["event_names"], message: t("Enter the names of the tracked events.") },
  );
export type FormValues = z.input<typeof formSchema>;

export type WebhookForm = Pick<Webhook, "kind" | "url" | "events" | "filter" | "enabled">;

export const NEW_WEBHOOK: WebhookForm = {
  ...{ kind: "engagement", url: "", events: "all", enabled: true },
  filter: { content_ids: [], tags: [], segment_ids: [], event_names: [], person_attributes: [] },
};

export function splitList(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    ),
  ];
}

export function toFormValues({ kind, url, events, filter, enabled }: WebhookForm): FormValues {
  const all = events === "all";
  const [event_names, tags, person_attributes] = [filter.event_names, filter.tags, filter.person_attributes].map(
    (list) => list.join(", "),
  );
  return {
    ...{ kind, url, which: all ? "all" : "chosen", chosen: all ? [] : events, enabled },
    ...{ event_names: event_names ?? "", tags: tags ?? "", person_attributes: person_attributes ?? "" },
  };
}

/** `base`: keeps the parts of the filter that the form doesn't show. */
export function toWebhook(values: FormValues, base: WebhookForm): WebhookForm {
  const { kind, url, which, chosen, enabled } = values;
  const filter =
    kind === "channels"
      ? NEW_WEBHOOK.filter
      : {
          ...base.filter,
          ...{ event_names: splitList(values.event_names), tags: splitList(values.tags) },
          person_attributes: splitList(values.person_attributes),
        };
  return { ...{ kind, url: url.trim(), enabled, filter }, events: which === "all" ? "all" : chosen };
}

export function describeChanges(base: WebhookForm, form: WebhookForm): readonly string[] {
  const events = describeEvents(form.events);
  const filters = LISTS.flatMap((list) => {
    const [before, after] = [base.filter[list].join(", "), form.filter[list].join(", ")];
    return before === after ? [] : [after === "" ? "–" : after];
  });
  return [
    ...(form.url === base.url ? [] : [form.url]),
    ...(events === describeEvents(base.events) ? [] : [events]),
    ...filters,
    ...(form.enabled === base.enabled ? [] : [form.enabled ? t("On") : t("Off")]),
  ];
}
