import { type ProblemCode, problems } from "@fanfare/contract/problem";
import { Suspense, use } from "react";
import { type ApiProblem, networkProblem, readProblem } from "../src/lib/api/api-problem.ts";
import { Button } from "../src/ui/elements/button.tsx";
import { FormProblem } from "../src/ui/feedback/form-problem.tsx";
import { ProblemNotice, QueryProblem } from "../src/ui/feedback/problem-notice.tsx";
import { ProblemTrace } from "../src/ui/feedback/problem-trace.tsx";
import { ServerText } from "../src/ui/feedback/server-text.tsx";
import { Field } from "../src/ui/forms/field.tsx";
import { Input } from "../src/ui/forms/input.tsx";
import { LONG, Sample, SHEET, State } from "./sample.tsx";

/** Goes through `readProblem`, so that translated pages show their own text before the server's. */
const answered = (code: ProblemCode, detail: string, more: object = {}): Promise<ApiProblem> => {
  const { status, title, retryable } = problems[code];
  const body = { code, title, retryable, detail, request_id: "req_62edfa50c19c5be2", ...more };
  return readProblem(new Response(JSON.stringify(body), { status, headers: { "retry-after": "30" } }));
};

const NAME = { pointer: "/name", message: "Enter a name." } as const;
const ANSWERS = Promise.all([
  answered("body_invalid", "name: Enter a name.", { fields: [NAME] }),
  answered("store_unavailable", "The database did not answer within 5 seconds. Nothing was changed."),
  answered("revision_stale", "Grace Hopper saved revision 8; this was made from revision 7.", { current: 8 }),
  answered("rate_limited", "More than 60 requests came within a minute. Wait 30 seconds."),
  answered("sign_in_required", "Sign in first."),
  answered("name_taken", `A theme is called “${LONG}” already.`),
  readProblem(new Response("<html>", { status: 502 })),
]);
const ignore = (): void => undefined;

export function ProblemKit() {
  return (
    <Sample title="Problems">
      <Suspense>
        <Problems />
      </Suspense>
    </Sample>
  );
}

function Problems() {
  const [wrong, down, stale, many, signed_out, long, proxy] = use(ANSWERS);
  const offline = networkProblem(undefined);
  return (
    <>
      <State name="None">
        <FormProblem problem={undefined} />
      </State>
      <State name="In a field">
        <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
          <Field label="Name" error={wrong.fields[0]?.message}>
            <Input />
          </Field>
          <FormProblem problem={wrong} />
          <Button type="submit" variant="primary" className="self-start">
            Save the form
          </Button>
        </form>
      </State>
      <State name="Trying again may help">
        <FormProblem problem={down} title="It was not saved" onRetry={ignore} />
      </State>
      <State name="No answer came">
        <FormProblem problem={offline} onRetry={ignore} />
      </State>
      <State name="Somebody else was first">
        <FormProblem problem={stale} onRetry={ignore} />
      </State>
      <State name="Too many requests">
        <FormProblem problem={many} onRetry={ignore} />
      </State>
      <State name="Signed out meanwhile">
        <FormProblem problem={signed_out} onRetry={ignore} />
      </State>
      <State name="Long">
        <FormProblem problem={long} title={LONG} />
      </State>
      <State name="The server’s words, and by what they are found again">
        <p className="text-sm text-ink-2">
          <ServerText text={many.detail} />
        </p>
        <ProblemTrace problem={many} />
      </State>
      <div className="grid gap-4 md:grid-cols-2">
        <div className={SHEET}>
          <QueryProblem of={{ error: offline, isFetching: false, refetch: ignore }} />
        </div>
        <div className={SHEET}>
          <QueryProblem of={{ error: down, isFetching: true, refetch: ignore }} />
        </div>
        <div className={SHEET}>
          <ProblemNotice problem={proxy} onRetry={ignore} />
        </div>
        <div className={SHEET}>
          <ProblemNotice problem={long} way={<Button>Another way out</Button>} />
        </div>
      </div>
    </>
  );
}
