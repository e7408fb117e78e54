import {
  DESTINATION_FIELDS,
  DESTINATION_PRESETS,
  type DestinationField,
  type DestinationPreset,
  PRESETS,
} from "@fanfare/contract/destinations/presets";
import { limits } from "@fanfare/contract/limits";
import { WEBHOOK_TOPICS } from "@fanfare/contract/realtime/webhook-topics";
import type { DestinationEdit } from "@fanfare/contract/schema/realtime/destination";
import type { Destination } from "@fanfare/contract/schema/responses/realtime/destination";
import { z } from "zod";
import { asIs, t } from "../../lib/i18n/t.ts";
import { describeEvents } from "./events.ts";
import { splitList } from "./webhook-form.ts";

const valuesSchema = z.record(z.enum(DESTINATION_FIELDS), z.string());

export const destinationFormSchema = z
  .object({
    preset: z.enum(DESTINATION_PRESETS),
    name: z.string().trim().min(1, t("Enter a name.")).max(limits.destination_name_chars_max),
    settings: valuesSchema,
    /** Empty fields keep what is stored. */
    secrets: valuesSchema,
    events: z.array(z.enum(WEBHOOK_TOPICS)).min(1, t("Select at least one event.")),
    event_names: z.string(),
    tags: z.string(),
    person_attributes: z.string(),
    which_props: z.enum(["all", "chosen"]),
    props: z.string(),
    consent_attribute: z.string(),
    enabled: z.boolean(),
  })
  .refine(({ events, event_names }) => !events.includes("event.tracked") || splitList(event_names).length > 0, {
    path: ["event_names"],
    message: t("Enter the names of the tracked events."),
  });
export type DestinationFormValues = z.input<typeof destinationFormSchema>;

/** Names of tools aren't translated. */
export function presetLabel(preset: DestinationPreset): string {
  return preset === "http" ? t("HTTP request") : asIs(PRESETS[preset].title);
}

export function newDestination(preset: DestinationPreset): DestinationFormValues {
  const { default_topics, fields } = PRESETS[preset];
  const filled = Object.fromEntries(fields.map(({ name, default: value }) => [name, value ?? ""]));
  return {
    ...{
      preset,
      name: presetLabel(preset),
      settings: withEveryField(filled),
      secrets: withEveryField({}),
      enabled: true,
    },
    ...{ events: default_topics.filter((topic) => topic !== "event.tracked"), event_names: "", tags: "" },
    ...{ person_attributes: "", which_props: "all", props: "", consent_attribute: "" },
  };
}

export function toDestinationValues(destination: Destination): DestinationFormValues {
  const { preset, name, settings, events, filter, props, consent_attribute, enabled } = destination;
  const { settings: defaults } = newDestination(preset);
  return {
    ...{ preset, name, settings: { ...defaults, ...settings }, secrets: withEveryField({}), events: [...events] },
    ...{ event_names: filter.event_names.join(", "), tags: filter.tags.join(", ") },
    person_attributes: filter.person_attributes.join(", "),
    ...{ which_props: props === "all" ? "all" : "chosen", props: props === "all" ? "" : props.join(", ") },
    ...{ consent_attribute: consent_attribute ?? "", enabled },
  };
}

/** `base`: keeps the parts of the filter that the form doesn't show. */
export function toDestination(values: DestinationFormValues, base: Destination | undefined) {
  const { fields } = PRESETS[values.preset];
  const pick = (from: Readonly<Record<DestinationField, string>>, is_secret: boolean) =>
    Object.fromEntries(
      fields.flatMap(({ name, kind }) =>
        (kind === "secret") === is_secret && from[name] !== "" ? [[name, from[name].trim()]] : [],
      ),
    );
  return {
    ...{ name: values.name, events: values.events, enabled: values.enabled },
    ...{ settings: pick(values.settings, false), secrets: pick(values.secrets, true) },
    filter: {
      ...(base?.filter ?? { content_ids: [], segment_ids: [] }),
      ...{ event_names: [...splitList(values.event_names)], tags: [...splitList(values.tags)] },
      person_attributes: [...splitList(values.person_attributes)],
    },
    props: values.which_props === "all" ? ("all" as const) : [...splitList(values.props)],
    consent_attribute: values.consent_attribute.trim() === "" ? null : values.consent_attribute.trim(),
  } satisfies Omit<DestinationEdit, "filter"> & Record<string, unknown>;
}

function withEveryField(values: Readonly<Record<string, string>>): Record<DestinationField, string> {
  const [first, ...rest] = DESTINATION_FIELDS;
  const filled: Record<string, string> = { [first]: values[first] ?? "" };
  for (const name of rest) filled[name] = values[name] ?? "";
  return valuesSchema.parse(filled);
}

/** Changed values. Secrets are only counted. */
export function describeDestinationChanges(
  base: DestinationFormValues,
  form: DestinationFormValues,
): readonly string[] {
  const texts = ({ name, settings, events, event_names, tags, person_attributes, ...rest }: DestinationFormValues) => [
    ...[name, ...DESTINATION_FIELDS.map((field) => settings[field]), describeEvents(events), event_names, tags],
    ...[person_attributes, rest.props, rest.consent_attribute, rest.enabled ? t("On") : t("Off")],
  ];
  const before = texts(base);
  const changed = texts(form).flatMap((text, index) => (text === before[index] ? [] : [text === "" ? "–" : text]));
  const has_secret = Object.values(form.secrets).some((secret) => secret !== "");
  return has_secret ? [...changed, t("Another secret")] : changed;
}
