import type { Block } from "@fanfare/contract/block";
import type { Body, Edition } from "@fanfare/contract/content";
import { language } from "../language/language.ts";
import { partsOf, t } from "../language/t.ts";
import type { SampleName } from "./search.ts";

const suppression = { offered: true, days: 365 } as const;
const LINKED: readonly Block[] = [
  {
    kind: "paragraph",
    spans: partsOf("Everything that you ship is {link}, the newest first.").map((part) =>
      typeof part === "string" ? { text: part } : { text: t("listed here"), href: "/shipped" },
    ),
  },
];
const NEWS = [
  { kind: "paragraph", spans: [{ text: t("Orders now say where they are, and when they arrive.") }] },
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
      { kind: "centered", id: "end", title: t("That is all"), blocks: [] },
    ],
  },
  modal: {
    type: "announcement",
    form: "modal",
    panels: [{ id: "news", title: t("See where your parcel is"), blocks: NEWS }],
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
    title: t("First steps"),
    blocks: [],
    opens: "open",
    tasks: [
      { id: "profile", title: t("Complete your profile"), blocks: [], done_when: { kind: "person" } },
      { id: "invite", title: t("Invite a colleague"), blocks: NEWS, done_when: { kind: "person" } },
    ],
    suppression,
  },
};

/** Something to look at in a theme. */
export function sampleEdition(name: SampleName): Edition {
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
