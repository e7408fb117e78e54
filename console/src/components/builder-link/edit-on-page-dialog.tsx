import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Smartphone } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { language } from "../../lib/i18n/language.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { builderQueries } from "../../lib/queries/builder.ts";
import { Button } from "../../ui/elements/button.tsx";
import { QrCode } from "../../ui/elements/qr-code.tsx";
import { ProblemNotice } from "../../ui/feedback/problem-notice.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import { NewLink } from "../shared-link/shared-link.tsx";
import { OpenBuilders } from "./open-builders.tsx";
import { PageState } from "./page-state.tsx";
import { useBuilderChanges } from "./use-builder-changes.ts";
import { type OpenedLink, useBuilderLink } from "./use-builder-link.ts";

export interface EditOnPageDialogProps extends DialogState {
  readonly content: { readonly id: string; readonly name: string };
  /** Part that the builder opens. */
  readonly step_id?: string | undefined;
}

/** Asks for a page and opens the builder there. Shows whether the page answers, and what can be missing if it doesn't. */
export function EditOnPageDialog({ content, step_id, open, onOpenChange }: EditOnPageDialogProps) {
  const id = useId();
  const { api, client } = useAppContext();
  const app = useApp();
  useBuilderChanges();
  const { link, problem, submit, busy, field, error, recent, pick } = useBuilderLink({
    of: content.id,
    async create(url) {
      const part = step_id === undefined ? {} : { step_id };
      const body = { url, content_id: content.id, language: language.tag, ...part };
      const made = await api.call("POST /api/builder-links", { query: { app_id: app.id }, body });
      void client.invalidateQueries(builderQueries.sessions(api, app.id));
      return made;
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("Edit on your page")}
      description={t(
        "Opens your page in a new tab with the builder. Pick elements, write, and publish there. No extension needed.",
      )}
      actions={
        <>
          <Button icon={<Smartphone />} disabled={busy} onClick={() => submit("device")}>
            {t("Use another device")}
          </Button>
          <Button type="submit" form={id} variant="primary" icon={<ExternalLink />} busy={busy}>
            {link === undefined ? t("Open page") : t("Open page again")}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={(event: FormEvent) => submit("tab", event)} noValidate className="flex flex-col gap-4">
        <Field
          label={t("Page URL")}
          hint={t("A page of {app} where “{name}” appears.", { app: app.name, name: content.name })}
          error={error}
        >
          <Input
            autoFocus
            type="url"
            dir="ltr"
            spellCheck={false}
            placeholder={asIs("https://shop.example/orders")}
            {...field}
          />
        </Field>
        {recent.length > 0 && <RecentPages pages={recent} onPick={pick} />}
        {problem !== undefined && <ProblemNotice problem={problem} retrying={busy} onRetry={() => submit("tab")} />}
      </form>
      {link !== undefined && <ContentPageState key={link.id} link={link} />}
      <OpenBuilders />
    </Dialog>
  );
}

interface RecentPagesProps {
  readonly pages: readonly string[];
  readonly onPick: (page: string) => void;
}

function RecentPages({ pages, onPick }: RecentPagesProps) {
  const id = useId();
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span id={id} className="text-xs text-ink-3">
        {t("Recent pages")}
      </span>
      <ul aria-labelledby={id} className="flex max-w-full flex-wrap gap-1.5">
        {pages.map((page) => (
          <li key={page} className="max-w-full min-w-0">
            <Button size="sm" className="max-w-full" onClick={() => onPick(page)}>
              <bdi dir="ltr" className="truncate">
                {page.replace(/^https?:\/\//, "")}
              </bdi>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ContentPageState({ link }: { readonly link: OpenedLink }) {
  const { api } = useAppContext();
  const app = useApp();
  const [seen, setSeen] = useState(false);
  const sessions = useQuery(builderQueries.sessions(api, app.id));
  const opened = sessions.data?.items.some((each) => each.id === link.id && each.opened) ?? false;
  useEffect(() => setSeen((before) => before || opened), [opened]);
  const { place } = link;
  if (place === "device" && !seen) {
    return (
      <NewLink label={t("Builder link")} link={link}>
        <QrCode text={link.url} label={t("QR code of the builder link, to open it on a phone")} />
      </NewLink>
    );
  }
  return (
    <PageState
      link={link}
      opened={seen}
      note={(host) =>
        place === "device"
          ? t("The builder is open on {host}. Control it with “Your page” in the editor’s header.", { host })
          : t("The builder is open on {host}. Changes appear here, too.", { host })
      }
    />
  );
}
