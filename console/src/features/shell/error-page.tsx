import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { ApiProblem } from "../../lib/api/api-problem.ts";
import { t } from "../../lib/i18n/t.ts";
import { buttonClass } from "../../ui/elements/button.tsx";
import { ProblemNotice } from "../../ui/feedback/problem-notice.tsx";

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const problem = error instanceof ApiProblem ? error : toProblem(error);
  if (problem.status === NOT_FOUND) {
    // Retrying doesn't help if the resource doesn't exist, so link to its list.
    const above = router.state.location.pathname.replace(/\/[^/]*\/?$/, "");
    return (
      <ProblemNotice
        whole_page
        problem={problem}
        way={
          <Link to={above} className={buttonClass("secondary")}>
            <ArrowLeft className="rtl:-scale-x-100" />
            {t("Back to list")}
          </Link>
        }
      />
    );
  }
  return (
    <Stage>
      <ProblemNotice
        whole_page
        problem={problem}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Stage>
  );
}

const NOT_FOUND = 404;

function Stage({ children }: { readonly children: ReactNode }) {
  return <div className="grid min-h-[60dvh] place-items-center">{children}</div>;
}

/** Wraps an internal error of the console as a problem. */
function toProblem(error: unknown): ApiProblem {
  return new ApiProblem(
    {
      code: "internal",
      status: 0,
      title: t("Something went wrong"),
      detail: t("Reload the page. If this happens again, report this error: {error}", {
        error: error instanceof Error ? error.message : String(error),
      }),
      retryable: true,
      request_id: undefined,
      fields: [],
      current: undefined,
      retry_after_s: undefined,
    },
    error,
  );
}
