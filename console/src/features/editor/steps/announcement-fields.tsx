import {
  ANNOUNCEMENT_FORMS,
  type AnnouncementBody,
  type AnnouncementForm,
  isInFeed,
} from "@fanfare/contract/content/announcement";
import { TONES, type Tone } from "@fanfare/contract/content/tone";
import { Bell, GalleryHorizontalEnd, PanelsTopLeft, PanelTop, SquareDashed } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../../lib/i18n/t.ts";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { ChoiceCards } from "../../../ui/forms/choice-cards.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";
import { BannerFields, CountdownFields } from "./banner-fields.tsx";

export const SEVERAL_PANELS: readonly AnnouncementForm[] = ["carousel", "tabs"];

const FORM_LABELS: Readonly<Record<AnnouncementForm, { label: string; hint: string; icon: ReactNode }>> = {
  modal: { label: t("Modal"), hint: t("Shown over the page until closed."), icon: <SquareDashed /> },
  carousel: {
    label: t("Carousel"),
    hint: t("A modal with several panels, one at a time."),
    icon: <GalleryHorizontalEnd />,
  },
  tabs: { label: t("Tabs"), hint: t("A modal with several panels in tabs."), icon: <PanelsTopLeft /> },
  toast: { label: t("Toast"), hint: t("A corner notification that closes automatically."), icon: <Bell /> },
  banner: { label: t("Banner"), hint: t("Part of the page: at an edge, or at an element."), icon: <PanelTop /> },
};

const TONE_LABELS: Readonly<Record<Tone, string>> = {
  info: t("Neutral"),
  success: t("Success"),
  warning: t("Warning"),
  error: t("Error"),
};

interface AnnouncementFieldsProps {
  readonly body: AnnouncementBody;
}

function useSetBody(body: AnnouncementBody): (change: Partial<Omit<AnnouncementBody, "type">>) => void {
  const { dispatch } = useEditor();
  return (change) => dispatch({ kind: "set_body", body: { ...body, ...change } });
}

/** The format, and where on the page it is. */
export function AnnouncementFormat({ body }: AnnouncementFieldsProps) {
  const { dispatch } = useEditor();
  const problem = useProblemAt("body.panels");
  const set = useSetBody(body);
  return (
    <>
      <ChoiceCards
        label={t("Announcement format")}
        value={body.form}
        options={ANNOUNCEMENT_FORMS.map((value) => ({ value, ...FORM_LABELS[value] }))}
        onChange={(form) => {
          const { position: _, countdown: __, ...rest } = body;
          dispatch({ kind: "set_body", body: form === "banner" ? { ...body, form } : { ...rest, form } });
        }}
        compact
      />
      {problem !== undefined && <Callout tone="problem">{problem}</Callout>}
      {body.form === "banner" && <BannerFields body={body} onChange={set} />}
    </>
  );
}

/** What all formats have, and the countdown of a banner. */
export function AnnouncementOptions({ body }: AnnouncementFieldsProps) {
  const set = useSetBody(body);
  return (
    <>
      {body.form === "banner" && (
        <CountdownFields countdown={body.countdown} onChange={(countdown) => set({ countdown })} />
      )}
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium" aria-hidden="true">
          {t("Tone")}
        </span>
        <Segmented
          label={t("Tone")}
          value={body.tone}
          options={TONES.map((value) => ({ value, label: TONE_LABELS[value] }))}
          onChange={(tone) => set({ tone })}
          className="self-start"
        />
      </div>
      <SwitchField
        label={t("Show in feed")}
        hint={t("People can read this again later in the feed (fanfare.feed()).")}
        checked={isInFeed(body)}
        onChange={(feed) => set({ feed })}
      />
    </>
  );
}
