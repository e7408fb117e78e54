import type { PointedTracker } from "@fanfare/contract/events/tracker";
import type { PointedTrackerState } from "@fanfare/contract/schema/responses/accounts/builder";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import type { Api } from "../../lib/api/api.ts";
import { asProblem } from "../../lib/api/api-problem.ts";
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
import { useBuilderChanges } from "./use-builder-changes.ts";
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
          submit("tab", event);
        }}
        noValidate
        className="flex flex-col gap-4"
      >
        <Field label={t("Page URL")} hint={t("A page of {app} with the element.", { app: app.name })} error={error}>
          <Input type="url" dir="ltr" spellCheck={false} placeholder={asIs("https://shop.example/orders")} {...field} />
        </Field>
        {problem !== undefined && <ProblemNotice problem={problem} retrying={busy} onRetry={() => submit("tab")} />}
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
  useBuilderChanges();
  const { data, error } = useQuery({
    ...builderQueries.tracker(api, app.id, link_id ?? ""),
    enabled: ({ state }) => link_id !== undefined && state.data?.done !== true,
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
    if (data.done) void endSession(api, app.id, link_id);
  }, [data, link_id, api, app.id]);
  const is_ended = error !== null && asProblem(error).code === "builder_session_not_found";
  return { opened: data?.opened ?? false, is_gone: is_ended && data?.done !== true };
}

/** Nothing else needs the session, and its page can't use it anymore. */
async function endSession(api: Api, app_id: string, id: string): Promise<void> {
  try {
    await api.call("DELETE /api/builder-sessions/:id/tracker", { params: { id }, query: { app_id } });
  } catch (error) {
    const problem = asProblem(error);
    // It ended some other way.
    if (problem.code === "builder_session_not_found") return;
    toast.problem(problem, t("Couldn’t end the builder session"), () => void endSession(api, app_id, id));
  }
}
