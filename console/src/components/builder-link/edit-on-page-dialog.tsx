import { limits } from "@fanfare/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { language } from "../../lib/i18n/language.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { builderQueries } from "../../lib/queries/builder.ts";
import { Button } from "../../ui/elements/button.tsx";
import { ProblemNotice } from "../../ui/feedback/problem-notice.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import { OpenBuilders } from "./open-builders.tsx";
import { PageState } from "./page-state.tsx";
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
  const { link, problem, submit, busy, field, error } = useBuilderLink({
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
        <Button type="submit" form={id} variant="primary" icon={<ExternalLink />} busy={busy}>
          {link === undefined ? t("Open page") : t("Open page again")}
        </Button>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label={t("Page URL")}
          hint={t("A page of {app} where “{name}” appears.", { app: app.name, name: content.name })}
          error={error}
        >
          <Input type="url" dir="ltr" spellCheck={false} placeholder={asIs("https://shop.example/orders")} {...field} />
        </Field>
        {problem !== undefined && <ProblemNotice problem={problem} retrying={busy} onRetry={() => submit()} />}
      </form>
      {link !== undefined && <ContentPageState key={link.id} link={link} />}
      <OpenBuilders />
    </Dialog>
  );
}

function ContentPageState({ link }: { readonly link: OpenedLink }) {
  const { api } = useAppContext();
  const app = useApp();
  const [seen, setSeen] = useState(false);
  const sessions = useQuery({
    ...builderQueries.sessions(api, app.id),
    refetchInterval: seen ? false : limits.builder_poll_ms,
  });
  const opened = sessions.data?.items.some((each) => each.id === link.id && each.opened) ?? false;
  useEffect(() => setSeen((before) => before || opened), [opened]);
  return (
    <PageState
      link={link}
      opened={seen}
      note={(host) => t("The builder is open on {host}. Changes appear here, too.", { host })}
    />
  );
}
