import type { Tone } from "@fanfare/contract/content/tone";
import type { LiveUpdateAudience, LiveUpdateBody, LiveUpdateKind } from "@fanfare/contract/realtime/live-update";
import { BellDot, Braces, type LucideIcon, MessageSquare, PanelTop, PartyPopper } from "lucide-react";
import { list } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { PRESET_LABELS } from "../../model/preset-labels.ts";

interface MessageKind {
  readonly label: string;
  readonly hint: string;
  readonly icon: LucideIcon;
}

export const MESSAGE_KINDS: Readonly<Record<LiveUpdateKind, MessageKind>> = {
  toast: { label: t("Toast"), hint: t("A short text in the corner"), icon: MessageSquare },
  banner: { label: t("Banner"), hint: t("A bar above the page"), icon: PanelTop },
  celebration: { label: t("Celebration"), hint: t("Confetti on the screen"), icon: PartyPopper },
  badge: { label: t("Badge"), hint: t("A count on your page"), icon: BellDot },
  data: { label: t("Data"), hint: t("Custom data for your page’s handlers"), icon: Braces },
};

export const TONE_LABELS: Readonly<Record<Tone, string>> = {
  info: t("Info"),
  success: t("Success"),
  warning: t("Warning"),
  error: t("Error"),
};

/** Kinds that Fanfare displays come before kinds that the page handles. */
export const KIND_ORDER: readonly LiveUpdateKind[] = ["toast", "banner", "celebration", "badge", "data"];

/** Returns the title of a message for lists. */
export function messageHeadline(body: LiveUpdateBody): string {
  switch (body.kind) {
    case "toast":
    case "banner":
      return body.title === undefined ? body.text : `${body.title}: ${body.text}`;
    case "badge":
      return `${body.badge}: ${body.count}`;
    case "celebration":
      return body.text ?? PRESET_LABELS[body.preset].label.toLowerCase();
    case "data":
      return body.name;
  }
}

interface AudienceNames {
  segment(id: string): string | undefined;
  /** Of a person or group, by external ID. */
  named(id: string): string;
}

/** Describes a message's audience. Segments appear by name if it's known. */
export function describeAudience(audience: LiveUpdateAudience, { segment, named }: AudienceNames): string {
  switch (audience.kind) {
    case "people":
      return audience.external_ids.length <= 2
        ? list(audience.external_ids.map(named))
        : tCount(audience.external_ids.length - 1, "{first} and {n} other", "{first} and {n} others", {
            first: named(audience.external_ids[0] ?? ""),
          });
    case "groups":
      return audience.groups.length <= 2
        ? t("Group {names}", { names: list(audience.groups.map(named)) })
        : tCount(audience.groups.length - 1, "Groups {first} and {n} more", "Groups {first} and {n} more", {
            first: named(audience.groups[0] ?? ""),
          });
    case "segment":
      return t("Segment {name}", { name: segment(audience.segment_id) ?? t("(deleted)") });
    case "everyone":
      return t("Everyone");
  }
}
