import { textDirection } from "@fanfare/contract/lib/text-direction";
import type { PageTheme } from "@fanfare/contract/theme/theme";
import { Monitor, MousePointerClick, RotateCcw, Smartphone } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { TYPE_INFO } from "../../components/content/content-types.tsx";
import { PreviewFrame } from "../../components/preview/preview-frame.tsx";
import type { Device } from "../../components/preview/preview-options.ts";
import { useCan } from "../../lib/app-context.ts";
import { language as console_language, languages } from "../../lib/i18n/language.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { useMedia, WIDE } from "../../lib/use-media.ts";
import {
  chooseIn,
  TEMPLATE_LANGUAGES,
  type Template,
  type TemplateLanguage,
  type TemplateNeeds,
  templateDraft,
  templateNeeds,
} from "../../model/templates/template.ts";
import { Button } from "../../ui/elements/button.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import { useCreateFromTemplate } from "./use-create-from-template.ts";

interface TemplateDialogProps extends DialogState {
  readonly template: Template;
  readonly theme: PageTheme | undefined;
  /** Theme ID or `built_in` of the new content. */
  readonly theme_id: string | undefined;
}

/** Plays a template and creates content from it. */
export function TemplateDialog({ template, open, onOpenChange, theme, theme_id }: TemplateDialogProps) {
  const may_edit = useCan("content.write");
  const { create, busy } = useCreateFromTemplate();
  const [language, setLanguage] = useState<TemplateLanguage>(console_language.tag);
  const [translated, setTranslated] = useState(false);
  const also = translated ? TEMPLATE_LANGUAGES : [];
  const edition = useMemo(() => templateDraft(template, language, []), [template, language]);
  const name = template.name(chooseIn(language));
  const shown = chooseIn(console_language.tag);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="full"
      title={template.name(shown)}
      description={template.summary(shown)}
      actions={
        may_edit && (
          <>
            <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
            <Button
              variant="primary"
              busy={busy}
              onClick={() => {
                const draft = templateDraft(template, language, also);
                create({ name, slug: template.id, draft: { ...draft, ...(theme_id && { theme: theme_id }) } });
              }}
            >
              {t("Use template")}
            </Button>
          </>
        )
      }
    >
      <div className="grid min-h-0 flex-1 gap-5 max-lg:grid-rows-[minmax(18rem,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Play key={language} edition={edition} name={name} language={language} theme={theme} />
        <div className="flex min-w-0 flex-col gap-5 overflow-y-auto">
          <p className="flex items-center gap-2 text-sm font-medium [&_svg]:size-4 [&_svg]:text-ink-3">
            {TYPE_INFO[template.type].icon}
            {TYPE_INFO[template.type].label}
          </p>
          <Field label={t("Language")}>
            <Segmented
              label={t("Language")}
              value={language}
              options={languages.map(({ tag, own_name }) => ({ value: tag, label: own_name }))}
              onChange={setLanguage}
              className="w-fit"
            />
          </Field>
          <Checkbox
            label={language === "en" ? t("Include the Arabic translation") : t("Include the English translation")}
            checked={translated}
            onChange={setTranslated}
          />
          <Needs needs={templateNeeds(edition)} />
        </div>
      </div>
    </Dialog>
  );
}

interface PlayProps {
  readonly edition: ReturnType<typeof templateDraft>;
  readonly name: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly theme: PageTheme | undefined;
}

export function Play({ edition, name, language, theme }: PlayProps) {
  const roomy = useMedia(WIDE);
  const [device, setDevice] = useState<Device>(roomy ? "desktop" : "phone");
  const [turn, setTurn] = useState(0);
  return (
    <div className="flex min-h-0 min-w-0 flex-col gap-3">
      <div className="flex min-h-0 flex-1 flex-col rounded-lg bg-sunken p-3 sm:p-5">
        <PreviewFrame
          key={`${turn} ${device}`}
          edition={edition}
          name={name}
          part_id={undefined}
          look={{ device, theme: "system", direction: textDirection(language) }}
          theme={theme}
          playable
          size="filling"
        />
      </div>
      <div className="flex items-center justify-between gap-2">
        <Segmented
          label={t("Device")}
          value={device}
          onChange={setDevice}
          options={[
            { value: "desktop", label: t("Desktop"), icon: <Monitor />, icon_only: true },
            { value: "phone", label: t("Phone"), icon: <Smartphone />, icon_only: true },
          ]}
        />
        <IconButton label={t("Restart preview")} onClick={() => setTurn(turn + 1)}>
          <RotateCcw />
        </IconButton>
      </div>
    </div>
  );
}

/** What is left to do before publishing. */
export function Needs({ needs: { targets, links, events } }: { readonly needs: TemplateNeeds }) {
  if (targets + links.length + events.length === 0) {
    return <p className="text-sm text-ink-2">{t("Ready to publish once you’ve adapted the texts.")}</p>;
  }
  return (
    <section aria-labelledby="template-needs" className="flex flex-col gap-2">
      <h3 id="template-needs" className="text-sm font-medium">
        {t("Before you publish")}
      </h3>
      <ul className="flex flex-col gap-2.5 text-sm text-ink-2">
        {targets > 0 && (
          <li className="flex gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
            <MousePointerClick />
            {tCount(targets, "Choose {n} element on your page", "Choose {n} elements on your page")}
          </li>
        )}
        {links.length > 0 && (
          <Names title={tCount(links.length, "Check the link", "Check the {n} links")} names={links} />
        )}
        {events.length > 0 && (
          <Names
            title={tCount(events.length, "Track this event or yours", "Track these events or yours")}
            names={events}
          />
        )}
      </ul>
    </section>
  );
}

function Names({ title, names }: { readonly title: ReactNode; readonly names: readonly string[] }) {
  return (
    <li className="flex flex-col gap-1">
      {title}
      <span className="flex flex-wrap gap-1.5">
        {names.map((name) => (
          <code key={name} dir="ltr" className="rounded-xs bg-fill px-1.5 py-0.5 font-mono text-xs wrap-anywhere">
            {name}
          </code>
        ))}
      </span>
    </li>
  );
}
