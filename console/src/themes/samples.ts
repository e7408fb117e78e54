import type { Body, Edition } from "@fanfare/contract/content";
import type { SampleName } from "./search.ts";

const suppression = { offered: true, days: 365 } as const;
const LINKED = [
  {
    kind: "paragraph",
    spans: [
      { text: "Everything that you ship is " },
      { text: "listed here", href: "/shipped" },
      { text: ", the newest first." },
    ],
  },
] as const;
const NEWS = [
  { kind: "paragraph", spans: [{ text: "Orders now say where they are, and when they arrive." }] },
] as const;

const BODIES: Readonly<Record<SampleName, Body>> = {
  tour: {
    type: "tour",
    suppression,
    steps: [
      {
        ...{ kind: "anchored", id: "orders", title: "Your orders", blocks: LINKED },
        target: { strategies: [{ kind: "text", value: "Orders" }] },
        ...{ placement: "bottom", wait_ms: 2_000, on_missing: "center", interaction: "allow" },
      },
      { kind: "centered", id: "end", title: "That is all", blocks: [] },
    ],
  },
  modal: {
    type: "announcement",
    form: "modal",
    panels: [{ id: "news", title: "See where your parcel is", blocks: NEWS }],
    tone: "success",
    feed: false,
    suppression,
  },
  banner: {
    type: "announcement",
    form: "banner",
    panels: [{ id: "news", title: "Maintenance tonight", blocks: NEWS }],
    tone: "warning",
    feed: false,
    suppression: { offered: false, days: 365 },
  },
  checklist: {
    type: "checklist",
    title: "First steps",
    blocks: [],
    opens: "open",
    tasks: [
      { id: "profile", title: "Complete your profile", blocks: [], done_when: { kind: "person" } },
      { id: "invite", title: "Invite a colleague", blocks: NEWS, done_when: { kind: "person" } },
    ],
    suppression,
  },
};

/** Something to look at in a theme. */
export function sampleEdition(name: SampleName): Edition {
  return {
    body: BODIES[name],
    targeting: { urls: { include: [], exclude: [] } },
    trigger: { kind: "manual" },
    frequency: { mode: "always" },
    priority: 0,
    tags: [],
  };
}
