import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { createBuilderLinkRequestSchema } from "@fanfare/contract/schema/client/builder";
import type { BuilderLink } from "@fanfare/contract/schema/responses/accounts/builder";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck, ExternalLink } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { language } from "../../lib/i18n/language.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { lastPage, rememberPage, withScheme } from "../../lib/last-page.ts";
import { builderQueries } from "../../lib/queries/builder.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Spinner } from "../../ui/elements/spinner.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { ProblemNotice } from "../../ui/feedback/problem-notice.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { zodResolver } from "../../ui/forms/zod-resolver.ts";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import { OpenBuilders } from "./open-builders.tsx";

export interface EditOnPageDialogProps extends DialogState {
  readonly content: { readonly id: string; readonly name: string };
  /** Part that the builder opens. */
  readonly step_id?: string | undefined;
}

const formSchema = createBuilderLinkRequestSchema.pick({ url: true });

interface OpenedLink extends BuilderLink {
  readonly page: string;
  /** False: the browser blocked the new tab. */
  readonly in_tab: boolean;
}

/** The link to the page that was asked for. Its tab opens in the click, because pop-up blockers block it after an await. */
function useBuilderLink(content_id: string, step_id: string | undefined) {
  const { api, client } = useAppContext();
  const app = useApp();
  const [link, setLink] = useState<OpenedLink>();
  const [problem, setProblem] = useState<ApiProblem>();
  const form = useForm<z.input<typeof formSchema>>({
    resolver: zodResolver(formSchema),
    defaultValues: { url: lastPage(app.id, content_id) },
  });
  const submit = (event?: FormEvent): void => {
    const tab = window.open("", "_blank");
    if (tab !== null) tab.opener = null;
    setProblem(undefined);
    const create = form.handleSubmit(
      async ({ url }) => {
        try {
          const body = { url, content_id, language: language.tag, ...(step_id === undefined ? {} : { step_id }) };
          const made = await api.call("POST /api/builder-links", { query: { app_id: app.id }, body });
          tab?.location.replace(made.url);
          rememberPage(app.id, url, content_id);
          setLink({ ...made, page: url, in_tab: tab !== null });
          void client.invalidateQueries(builderQueries.sessions(api, app.id));
        } catch (error) {
          tab?.close();
          setProblem(asProblem(error));
        }
      },
      () => tab?.close(),
    );
    void create(event);
  };
  const { errors, isSubmitting: busy } = form.formState;
  return {
    link,
    problem,
    submit,
    busy,
    field: form.register("url", { setValueAs: withScheme }),
    error: errors.url?.message,
  };
}

/** Asks for a page and opens the builder there. Shows whether the page answers, and what can be missing if it doesn't. */
export function EditOnPageDialog({ content, step_id, open, onOpenChange }: EditOnPageDialogProps) {
  const id = useId();
  const { link, problem, submit, busy, field, error } = useBuilderLink(content.id, step_id);
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
          hint={t("A page of {app} where “{name}” appears.", { app: useApp().name, name: content.name })}
          error={error}
        >
          <Input type="url" dir="ltr" spellCheck={false} placeholder={asIs("https://shop.example/orders")} {...field} />
        </Field>
        {problem !== undefined && <ProblemNotice problem={problem} retrying={busy} onRetry={() => submit()} />}
      </form>
      {link !== undefined && <PageState key={link.id} link={link} />}
      <OpenBuilders />
    </Dialog>
  );
}

/** Whether the page has opened the builder. After a while, lists what can be missing. */
function PageState({ link }: { readonly link: OpenedLink }) {
  const { api } = useAppContext();
  const app = useApp();
  const [late, setLate] = useState(false);
  const [seen, setSeen] = useState(false);
  useEffect(() => systemClock.after(limits.builder_answer_ms, () => setLate(true)), []);
  const sessions = useQuery({
    ...builderQueries.sessions(api, app.id),
    refetchInterval: seen ? false : limits.builder_poll_ms,
  });
  const opened = sessions.data?.items.some((each) => each.id === link.id && each.opened) ?? false;
  useEffect(() => setSeen((before) => before || opened), [opened]);
  const host = new URL(link.page).host;
  if (seen) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-positive-text">
        <CircleCheck className="size-4 shrink-0" />
        {t("The builder is open on {host}. Changes appear here, too.", { host })}
      </p>
    );
  }
  if (!link.in_tab) {
    return (
      <Callout tone="caution" title={t("Your browser blocked the new tab")}>
        <a href={link.url} target="_blank" rel="noreferrer" className="underline">
          {t("Open page")}
        </a>
      </Callout>
    );
  }
  if (!late) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-ink-2">
        <Spinner className="size-4" />
        {t("Waiting for {host}…", { host })}
      </p>
    );
  }
  return (
    <Callout tone="caution" title={t("{host} hasn’t opened the builder", { host })}>
      <ul className="list-disc ps-4">
        <li>
          {t("The page loads the SDK with the key {key}.", { key: app.key })}{" "}
          <Link to="/$app/settings/install" params={{ app: app.id }} search={{}} className="underline">
            {t("Show snippet")}
          </Link>
        </li>
        <li>{t("The page keeps what follows # in its URL until it has loaded the SDK.")}</li>
        <li>{t("If the page redirects to a sign-in, sign in there, then open the page again.")}</li>
        <li>{t("The page’s CSP allows this server in script-src and connect-src.")}</li>
        <li>{t("No ad blocker or browser shield blocks this server.")}</li>
      </ul>
    </Callout>
  );
}
