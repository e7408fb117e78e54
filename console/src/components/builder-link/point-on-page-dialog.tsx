import type { PointedTracker } from "@fanfare/contract/events/tracker";
import { limits } from "@fanfare/contract/limits";
import type { PointedTrackerState } from "@fanfare/contract/schema/responses/accounts/builder";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { language } from "../../lib/i18n/language.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { builderQueries } from "../../lib/queries/builder.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { ProblemNotice } from "../../ui/feedback/problem-notice.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Dialog, type DialogState } from "../../ui/overlay/dialog.tsx";
import { PageState } from "./page-state.tsx";
import { useBuilderLink } from "./use-builder-link.ts";

export interface PointOnPageDialogProps extends DialogState {
  /** The form as it is. */
  readonly tracker: PointedTracker;
  /** Undefined for a tracker that isn't saved yet. */
  readonly tracker_id: string | undefined;
  /** The page saved an element. */
  readonly onChosen: (chosen: PointedTrackerState) => void;
}

/** Asks for a page and opens the builder there to choose a tracker's element. Follows what is chosen. */
export function PointOnPageDialog({ tracker, tracker_id, onChosen, open, onOpenChange }: PointOnPageDialogProps) {
  const id = useId();
  const { api } = useAppContext();
  const app = useApp();
  const { link, problem, submit, busy, field, error } = useBuilderLink({
    of: tracker_id,
    create(url) {
      const { target, ...form } = tracker;
      const at = tracker_id === undefined ? {} : { tracker_id };
      const body = { url, language: language.tag, ...form, ...at, ...(target === null ? {} : { target }) };
      return api.call("POST /api/builder-links/trackers", { query: { app_id: app.id }, body });
    },
  });
  const page = useChosenElement(link?.id, (chosen) => {
    onChosen(chosen);
    if (!chosen.done) return;
    onOpenChange(false);
    toast.done({ title: t("Element chosen") });
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("Point at it on your page")}
      description={t("Opens your page in a new tab. Pick the element there, and try its event without counting it.")}
      actions={
        <Button type="submit" form={id} variant="primary" icon={<ExternalLink />} busy={busy}>
          {link === undefined ? t("Open page") : t("Open page again")}
        </Button>
      }
    >
      <form
        id={id}
        onSubmit={(event) => {
          // The dialog is inside the tracker's form in React's tree.
          event.stopPropagation();
          submit(event);
        }}
        noValidate
        className="flex flex-col gap-4"
      >
        <Field label={t("Page URL")} hint={t("A page of {app} with the element.", { app: app.name })} error={error}>
          <Input type="url" dir="ltr" spellCheck={false} placeholder={asIs("https://shop.example/orders")} {...field} />
        </Field>
        {problem !== undefined && <ProblemNotice problem={problem} retrying={busy} onRetry={() => submit()} />}
      </form>
      {link !== undefined && !page.is_gone && (
        <PageState
          key={link.id}
          link={link}
          opened={page.opened}
          note={(host) => t("The builder is open on {host}. The element you pick there appears in the form.", { host })}
        />
      )}
      {page.is_gone && <Callout tone="caution">{t("The builder on your page was closed.")}</Callout>}
    </Dialog>
  );
}

/** Follows a page until the member is done there or closes the builder. */
function useChosenElement(link_id: string | undefined, onSaved: (chosen: PointedTrackerState) => void) {
  const { api } = useAppContext();
  const app = useApp();
  const { data, error } = useQuery({
    ...builderQueries.tracker(api, app.id, link_id ?? ""),
    enabled: link_id !== undefined,
    retry: false,
    refetchInterval: ({ state }) => (state.status === "error" || state.data?.done ? false : limits.builder_poll_ms),
  });
  const known = useRef({ id: "", saves: 0 });
  const saved = useRef(onSaved);
  saved.current = onSaved;
  useEffect(() => {
    if (data === undefined || link_id === undefined) return;
    if (known.current.id !== link_id) known.current = { id: link_id, saves: 0 };
    if (data.saves === known.current.saves) return;
    known.current.saves = data.saves;
    saved.current(data);
    // Nothing else needs the session, and its page can't use it anymore.
    const params = { id: link_id };
    if (data.done)
      void api.call("DELETE /api/builder-sessions/:id/tracker", { params, query: { app_id: app.id } }).catch(() => {});
  }, [data, link_id, api, app.id]);
  return { opened: data?.opened ?? false, is_gone: error !== null && data?.done !== true };
}
