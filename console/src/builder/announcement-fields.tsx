import {
  ANNOUNCEMENT_FORMS,
  type AnnouncementBody,
  type AnnouncementForm,
  isInFeed,
} from "@fanfare/contract/announcement";
import { TONES, type Tone } from "@fanfare/contract/live-update";
import { Bell, GalleryHorizontalEnd, PanelsTopLeft, PanelTop, SquareDashed } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../language/t.ts";
import { Callout } from "../ui/callout.tsx";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { SwitchField } from "../ui/switch.tsx";
import { useBuilder, useProblemAt } from "./context.ts";

export const SEVERAL_PANELS: readonly AnnouncementForm[] = ["carousel", "tabs"];

const FORM_WORDS: Readonly<Record<AnnouncementForm, { label: string; hint: string; icon: ReactNode }>> = {
  modal: { label: t("Dialog"), hint: t("Over the page, until it is closed."), icon: <SquareDashed /> },
  carousel: {
    label: t("Slides"),
    hint: t("A dialog of several, one after the other."),
    icon: <GalleryHorizontalEnd />,
  },
  tabs: { label: t("Tabs"), hint: t("A dialog of several, side by side."), icon: <PanelsTopLeft /> },
  toast: { label: t("Note"), hint: t("In the corner; goes by itself."), icon: <Bell /> },
  banner: { label: t("Bar"), hint: t("Above the page, which moves down."), icon: <PanelTop /> },
};

const TONE_WORDS: Readonly<Record<Tone, string>> = {
  info: t("Neutral"),
  success: t("Good"),
  warning: t("Care"),
  error: t("Trouble"),
};

/** What is said of an announcement as a whole: its form, its tone, whether it stays in the feed. */
export function AnnouncementFields({ body }: { readonly body: AnnouncementBody }) {
  const { dispatch } = useBuilder();
  const problem = useProblemAt("body.panels");
  const set = (change: Partial<Omit<AnnouncementBody, "type">>): void =>
    dispatch({ kind: "set_body", body: { ...body, ...change } });
  return (
    <>
      <ChoiceCards
        label={t("Form of the announcement")}
        value={body.form}
        options={ANNOUNCEMENT_FORMS.map((value) => ({ value, ...FORM_WORDS[value] }))}
        onChange={(form) => set({ form })}
        dense
      />
      {problem !== undefined && <Callout tone="problem">{problem}</Callout>}
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium" aria-hidden="true">
          {t("Tone")}
        </span>
        <Segmented
          label={t("Tone")}
          value={body.tone}
          options={TONES.map((value) => ({ value, label: TONE_WORDS[value] }))}
          onChange={(tone) => set({ tone })}
          className="self-start"
        />
      </div>
      <SwitchField
        label={t("Keep it in the feed")}
        hint={t("It can be read again later, also by those whom it did not interrupt: fanfare.feed().")}
        checked={isInFeed(body)}
        onChange={(feed) => set({ feed })}
      />
    </>
  );
}
