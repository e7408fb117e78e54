import type { LiveUpdateAudience, LiveUpdateBody, LiveUpdateKind } from "@fanfare/contract/live-update";
import { BellDot, Braces, type LucideIcon, MessageSquare, PanelTop, PartyPopper } from "lucide-react";

interface KindWords {
  readonly label: string;
  readonly hint: string;
  readonly icon: LucideIcon;
}

/** What each kind is called, and what it does, in words. */
export const KINDS: Readonly<Record<LiveUpdateKind, KindWords>> = {
  toast: { label: "Toast", hint: "A few words in the corner.", icon: MessageSquare },
  banner: { label: "Banner", hint: "A line above the page.", icon: PanelTop },
  celebration: { label: "Celebration", hint: "Confetti, at once.", icon: PartyPopper },
  badge: { label: "Badge", hint: "A number at a place of the page’s own.", icon: BellDot },
  data: { label: "Data", hint: "Anything, for the page’s own handlers.", icon: Braces },
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
      return body.text ?? body.preset;
    case "data":
      return body.name;
  }
}

/** Whom a live update is for, in words; a segment by its name where that is known. */
export function audienceInWords(audience: LiveUpdateAudience, segmentName: (id: string) => string | undefined): string {
  switch (audience.kind) {
    case "people":
      return listed(audience.external_ids, "people");
    case "groups":
      return `Group ${listed(audience.groups, "groups")}`;
    case "segment":
      return `Segment ${segmentName(audience.segment_id) ?? "that was deleted"}`;
    case "everyone":
      return "Everyone";
  }
}

function listed(names: readonly string[], many: string): string {
  return names.length <= 2 ? names.join(", ") : `${names.slice(0, 1).join(", ")} and ${names.length - 1} more ${many}`;
}
