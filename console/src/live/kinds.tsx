import type { LiveUpdateAudience, LiveUpdateBody, LiveUpdateKind, Tone } from "@fanfare/contract/live-update";
import { BellDot, Braces, type LucideIcon, MessageSquare, PanelTop, PartyPopper } from "lucide-react";
import { PRESET_WORDS } from "../celebrations/preset-words.ts";
import { list } from "../language/format.ts";
import { t, tCount } from "../language/t.ts";

interface KindWords {
  readonly label: string;
  readonly hint: string;
  readonly icon: LucideIcon;
}

/** What each kind is called, and what it does, in words. */
export const KINDS: Readonly<Record<LiveUpdateKind, KindWords>> = {
  toast: { label: t("Toast"), hint: t("A few words in the corner."), icon: MessageSquare },
  banner: { label: t("Banner"), hint: t("A line above the page."), icon: PanelTop },
  celebration: { label: t("Celebration"), hint: t("Confetti, at once."), icon: PartyPopper },
  badge: { label: t("Badge"), hint: t("A number at a place of the page’s own."), icon: BellDot },
  data: { label: t("Data"), hint: t("Anything, for the page’s own handlers."), icon: Braces },
};

/** How a notice sounds. */
export const TONE_WORDS: Readonly<Record<Tone, string>> = {
  info: t("Info"),
  success: t("Success"),
  warning: t("Warning"),
  error: t("Error"),
};

/** What people see by itself comes first, then what the page has to show. */
export const KIND_ORDER: readonly LiveUpdateKind[] = ["toast", "banner", "celebration", "badge", "data"];

/** The first words of a live update: what it is called in a list. */
export function headlineOf(body: LiveUpdateBody): string {
  switch (body.kind) {
    case "toast":
    case "banner":
      return body.title === undefined ? body.text : `${body.title}: ${body.text}`;
    case "badge":
      return `${body.badge}: ${body.count}`;
    case "celebration":
      return body.text ?? PRESET_WORDS[body.preset].label.toLowerCase();
    case "data":
      return body.name;
  }
}

/** Whom a live update is for, in words; a segment by its name where that is known. */
export function audienceInWords(audience: LiveUpdateAudience, segmentName: (id: string) => string | undefined): string {
  switch (audience.kind) {
    case "people":
      return audience.external_ids.length <= 2
        ? list(audience.external_ids)
        : tCount(audience.external_ids.length - 1, "{first} and {n} more person", "{first} and {n} more people", {
            first: audience.external_ids[0] ?? "",
          });
    case "groups":
      return audience.groups.length <= 2
        ? t("Group {names}", { names: list(audience.groups) })
        : tCount(audience.groups.length - 1, "Group {first} and {n} more group", "Group {first} and {n} more groups", {
            first: audience.groups[0] ?? "",
          });
    case "segment":
      return t("Segment {name}", { name: segmentName(audience.segment_id) ?? t("that was deleted") });
    case "everyone":
      return t("Everyone");
  }
}
