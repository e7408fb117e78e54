import type { Block } from "@fanfare/contract/content/block";
import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { language } from "../../lib/i18n/language.ts";
import { splitTemplate, t } from "../../lib/i18n/t.ts";
import type { SampleName } from "./search.ts";

const suppression = { offered: true, days: 365 } as const;
const LINKED: readonly Block[] = [
  {
    kind: "paragraph",
    spans: splitTemplate("Everything that you ship is {link}, newest first.").map((part) =>
      typeof part === "string" ? { text: part } : { text: t("listed here"), href: "/shipped" },
    ),
  },
];
const NEWS = [
  { kind: "paragraph", spans: [{ text: t("Orders now show their location and delivery date.") }] },
] as const;

const BODIES: Readonly<Record<SampleName, Body>> = {
  tour: {
    type: "tour",
    suppression,
    steps: [
      {
        ...{ kind: "anchored", id: "orders", title: t("Your orders"), blocks: LINKED },
        target: { strategies: [{ kind: "text", value: t("Orders") }] },
        ...{ placement: "bottom", wait_ms: 2_000, on_missing: "center", interaction: "allow" },
      },
      { kind: "centered", id: "end", title: t("That’s all"), blocks: [] },
    ],
  },
  modal: {
    type: "announcement",
    form: "modal",
    panels: [{ id: "news", title: t("Track your package"), blocks: NEWS }],
    tone: "success",
    feed: false,
    suppression,
  },
  banner: {
    type: "announcement",
    form: "banner",
    panels: [{ id: "news", title: t("Maintenance tonight"), blocks: NEWS }],
    tone: "warning",
    feed: false,
    suppression: { offered: false, days: 365 },
  },
  checklist: {
    type: "checklist",
    title: t("Get started"),
    blocks: [],
    opens: "open",
    tasks: [
      { id: "profile", title: t("Complete your profile"), blocks: [], done_when: { kind: "person" } },
      { id: "invite", title: t("Invite a colleague"), blocks: NEWS, done_when: { kind: "person" } },
    ],
    suppression,
  },
};

export function themeSampleEdition(name: SampleName): Edition {
  return {
    body: BODIES[name],
    locale: language.tag,
    targeting: { urls: { include: [], exclude: [] } },
    trigger: { kind: "manual" },
    frequency: { mode: "always" },
    priority: 0,
    tags: [],
  };
}
