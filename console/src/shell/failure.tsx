import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ApiProblem } from "../api-problem.ts";
import { t } from "../language/t.ts";
import { ProblemNotice } from "../ui/problem-notice.tsx";

/** In place of a page that could not be shown. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <ProblemNotice
        whole_page
        problem={error instanceof ApiProblem ? error : faultOf(error)}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </div>
  );
}

/** A fault of the console itself, in the shape of a problem. */
function faultOf(error: unknown): ApiProblem {
  return new ApiProblem(
    {
      code: "internal",
      status: 0,
      title: t("This page stumbled"),
      detail: t("Something in the console itself went wrong: {error}", {
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
