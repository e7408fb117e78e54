import type { ContentType } from "@fanfare/contract/content/body";
import type { Part } from "@fanfare/contract/content/parts";
import { PART_LABELS } from "./part-labels.ts";

export function newPart(type: ContentType, id: string, place: number): Part {
  switch (type) {
    case "tour":
      return { kind: "centered", id, title: PART_LABELS[type].defaultTitle(place), blocks: [] };
    case "checklist":
      return { id, title: PART_LABELS[type].defaultTitle(place), blocks: [], done_when: { kind: "person" } };
    case "survey":
      return { ...{ kind: "rating", id, title: PART_LABELS[type].defaultTitle(place), required: false }, ...RATING };
    case "resource_center":
      return { id, title: PART_LABELS[type].defaultTitle(place), action: { kind: "link", href: "/" } };
    case "hint":
    case "announcement":
    case "celebration":
      return { id, title: PART_LABELS[type].defaultTitle(place), blocks: [] };
  }
}

const RATING = { scale: 5, look: "stars", low_label: "", high_label: "" } as const;
