import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { isSignedOut } from "../../../lib/api/api-problem.ts";
import { t } from "../../../lib/i18n/t.ts";
import { Button, buttonClass } from "../../../ui/elements/button.tsx";
import { ProblemTrace } from "../../../ui/feedback/problem-trace.tsx";
import { ServerText } from "../../../ui/feedback/server-text.tsx";
import { useEditor } from "../state/editor-context.ts";

/** Banner while the draft can't be saved, with the reason and a fix. Unsaved text stays in the editor. */
export function SaveError() {
  const { state, store } = useEditor();
  if (state.save.kind !== "failed") return null;
  const { problem, retries } = state.save;
  const signed_out = isSignedOut(problem);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-negative-soft px-(--gutter) py-2.5 text-sm"
    >
      <CircleAlert className="size-4 shrink-0 text-negative-text" />
      <p className="min-w-60 flex-1 text-pretty">
        <strong>{t("Couldn’t save changes.")}</strong>{" "}
        {signed_out ? (
          t("Your session has ended. Sign in again in another tab. Your changes stay here.")
        ) : (
          <ServerText text={problem.detail} />
        )}
        {retries && ` ${t("Retrying automatically.")}`}
      </p>
      <ProblemTrace problem={problem} />
      {signed_out && (
        <Link to="/sign-in" search={{}} target="_blank" rel="noreferrer" className={buttonClass("secondary", "sm")}>
          {t("Sign in")}
        </Link>
      )}
      <Button size="sm" onClick={() => void store.flush()}>
        {t("Try again")}
      </Button>
    </div>
  );
}
