import type { ApiProblem } from "../../lib/api/api-problem.ts";
import { useAppContext } from "../../lib/app-context.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";
import { CopyButton } from "../elements/copy-button.tsx";

interface ProblemTraceProps {
  readonly problem: ApiProblem;
  readonly className?: string;
}

/** Code of a problem, linked to its documentation, and the request ID for the operator's log. */
export function ProblemTrace({ problem: { code, request_id }, className }: ProblemTraceProps) {
  const { host } = useAppContext();
  // Without a response from Fanfare, there is no documented code and no log entry.
  if (request_id === undefined) return null;
  return (
    <p className={cx("text-xs text-ink-3", className)}>
      <a
        href={`${host}/docs/errors#${code}`}
        target="_blank"
        rel="noreferrer"
        title={t("Learn about this error")}
        className="me-2 underline underline-offset-4 hover:text-ink-2"
      >
        <code className="font-mono wrap-anywhere">{code}</code>
      </a>
      <span className="inline-block">
        <Sentence
          text="Request ID {id}"
          parts={{ id: <code className="font-mono wrap-anywhere">{request_id}</code> }}
        />
      </span>{" "}
      <span className="-my-1.5 inline-block align-middle">
        <CopyButton text={`${code} ${request_id}`} label={t("Copy request ID")} />
      </span>
    </p>
  );
}
