import type { Body, ContentType } from "@fanfare/contract/content/body";
import { partsIn } from "@fanfare/contract/content/parts";
import type { Draft } from "@fanfare/contract/draft/draft-merge";
import { t } from "../../lib/i18n/t.ts";
import { partsPath } from "./parts.ts";
import type { Problems } from "./problems.ts";
import type { Tab, TabParam } from "./tab-ids.ts";
import { type OtherVariantId, variantDraft, variantOfPath } from "./variants.ts";

/** Entries of the content tab before and after the parts. */
export const INTRO = "head";
export const THANKS = "thanks";

const CONTENT_LABELS: Readonly<Record<ContentType, string>> = {
  tour: t("Steps"),
  hint: t("Hint"),
  announcement: t("Content"),
  checklist: t("Tasks"),
  survey: t("Questions"),
  celebration: t("Confetti"),
  resource_center: t("Resources"),
};

export function tabLabel(tab: Tab, type: ContentType): string {
  switch (tab) {
    case "content":
      return CONTENT_LABELS[type];
    case "audience":
      return t("Audience");
    case "frequency":
      return t("Frequency and schedule");
    case "experiment":
      return t("Experiment");
    case "appearance":
      return t("Appearance");
    case "translations":
      return t("Translations");
    case "settings":
      return t("Settings");
    case "history":
      return t("History");
  }
}

const FREQUENCY = ["trigger", "frequency", "schedule", "delay_ms", "priority", "quota"];
const SETTINGS = ["name", "slug", "tags", "body.suppression", "body.celebrate_on_completed"];

const under = (path: string, roots: readonly string[]): boolean =>
  roots.some((root) => path === root || path.startsWith(`${root}.`));

export function tabForPath(path: string): Tab {
  const inner = /^experiment\.variants\.\d+\.((?:body|translations)\b.*)$/.exec(path)?.[1];
  if (inner !== undefined) return tabForPath(inner) === "settings" ? "content" : tabForPath(inner);
  if (under(path, ["experiment", "rollout.holdout_percent"])) return "experiment";
  if (under(path, ["targeting", "rollout"])) return "audience";
  if (under(path, FREQUENCY)) return "frequency";
  if (under(path, ["theme"])) return "appearance";
  if (under(path, ["locale", "translations"])) return "translations";
  return under(path, SETTINGS) ? "settings" : "content";
}

export function problemsIn(tab: Tab, problems: Problems): number {
  return [...problems.keys()].filter((path) => tabForPath(path) === tab).length;
}

/** Location in the editor: the tab, the open part of the content tab, and the variant. */
export interface EditorLocation {
  readonly tab: TabParam | undefined;
  readonly step: string | undefined;
  readonly variant?: OtherVariantId;
}

export function locationForPath(path: string, draft: Draft): EditorLocation {
  const [variant, inner] = variantOfPath(path, draft.edition);
  if (variant !== undefined) return { ...locationForPath(inner, variantDraft(draft, variant)), variant };
  const { body } = draft.edition;
  const tab = tabForPath(path);
  if (tab !== "content") return { tab, step: undefined };
  const list = partsPath(body.type);
  const [index] = path.startsWith(`${list}.`) ? path.slice(list.length + 1).split(".") : [];
  if (index !== undefined && /^\d+$/.test(index)) return { tab: undefined, step: partsIn(body)[Number(index)]?.id };
  if (under(path, ["body.thanks"])) return { tab: undefined, step: THANKS };
  const headed = body.type === "survey" || body.type === "checklist" || body.type === "resource_center";
  return { tab: undefined, step: headed && path !== list ? INTRO : undefined };
}

/** Returns the part from the URL if it exists, otherwise the first part. */
export function openPartId(body: Body, part_id: string | undefined): string | undefined {
  const parts = partsIn(body);
  if (parts.some(({ id }) => id === part_id)) return part_id;
  if (part_id === INTRO && body.type !== "tour") return INTRO;
  if (part_id === THANKS && body.type === "survey") return THANKS;
  return parts[0]?.id;
}
