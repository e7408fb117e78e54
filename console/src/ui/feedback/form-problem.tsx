import { Link } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { type ApiProblem, isSignedOut, isWrongCredential } from "../../lib/api/api-problem.ts";
import { t } from "../../lib/i18n/t.ts";
import { Button, buttonClass } from "../elements/button.tsx";
import { Callout } from "./callout.tsx";
import { ProblemTrace } from "./problem-trace.tsx";
import { ServerText } from "./server-text.tsx";

interface FormProblemProps {
  /** The server's error for the form as a whole. Field errors appear at their fields. */
  readonly problem: ApiProblem | undefined;
  readonly title?: string;
  /** Set if a retry isn't the form's submit. */
  readonly onRetry?: () => void;
}

/**
 * Error of a form: the reason, the code and request ID unless a credential was mistyped, and a retry if that can help. Render it in every form. Focuses
 * the first invalid field after a submit.
 */
export function FormProblem({ problem, title, onRetry }: FormProblemProps) {
  const place = useFocusFirstInvalid();
  const signed_out = isSignedOut(problem);
  const again = onRetry === undefined ? ({ type: "submit" } as const) : { onClick: onRetry };
  return (
    <div ref={place} className="empty:hidden">
      {problem !== undefined && (
        <Callout tone="problem" {...(title === undefined ? {} : { title })}>
          {signed_out ? (
            t("Your session has ended. Sign in again in another tab. Your changes stay here.")
          ) : (
            <ServerText text={problem.detail} />
          )}
          {!isWrongCredential(problem) && <ProblemTrace problem={problem} className="pt-1" />}
          {(problem.retryable || signed_out) && (
            <p className="flex flex-wrap items-center gap-2 pt-2">
              {signed_out && (
                <Link
                  to="/sign-in"
                  search={{}}
                  target="_blank"
                  rel="noreferrer"
                  className={buttonClass("secondary", "sm")}
                >
                  {t("Sign in")}
                </Link>
              )}
              <Button size="sm" {...again}>
                {t("Try again")}
              </Button>
            </p>
          )}
        </Callout>
      )}
    </div>
  );
}

/** Runs once after each submit, until the next input. */
function useFocusFirstInvalid(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const sent = useRef(false);
  useEffect(() => {
    const form = place.current?.closest("form");
    const ended = new AbortController();
    const note = (is_sent: boolean) => (): void => {
      sent.current = is_sent;
    };
    form?.addEventListener("submit", note(true), ended);
    form?.addEventListener("input", note(false), ended);
    return () => ended.abort();
  }, []);
  // Runs on every render, because errors appear immediately or with the response.
  useEffect(() => {
    const wrong = sent.current && place.current?.closest("form")?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (!wrong) return;
    sent.current = false;
    wrong.focus();
  });
  return place;
}
