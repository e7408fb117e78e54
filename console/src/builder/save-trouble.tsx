import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { t } from "../language/t.ts";
import { isSignedOut } from "../session.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { ProblemTrace } from "../ui/problem-trace.tsx";
import { ServerWords } from "../ui/server-words.tsx";
import { useBuilder } from "./context.ts";

/** A band below the header while the draft cannot be saved: why, and what helps. What was typed stays. */
export function SaveTrouble() {
  const { state, store } = useBuilder();
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
        <strong>{t("Your changes are not saved.")}</strong>{" "}
        {signed_out ? (
          t("You have been signed out. Sign in again in another tab; what you wrote stays here.")
        ) : (
          <ServerWords text={problem.detail} />
        )}
        {retries && ` ${t("It is tried again by itself.")}`}
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
