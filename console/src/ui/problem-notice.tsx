import { CloudOff, RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ApiProblem } from "../api-problem.ts";
import { Sentence } from "../language/sentence.tsx";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { ServerWords } from "./server-words.tsx";

interface ProblemNoticeProps {
  readonly problem: ApiProblem;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  /** Another way out, where trying again does not help. */
  readonly way?: ReactNode;
  /** It stands for the whole page, so its title is the page's. */
  readonly whole_page?: boolean;
}

/** In place of what could not be loaded: what happened, the id for the operator, and a way to try again. */
export function ProblemNotice({ problem, onRetry, retrying = false, way, whole_page = false }: ProblemNoticeProps) {
  const Title = whole_page ? "h1" : "h2";
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-16 text-center">
      <span className="mb-5 grid size-11 place-items-center rounded-full bg-negative-soft text-negative-text [&_svg]:size-5">
        {problem.code === "network" ? <CloudOff /> : <TriangleAlert />}
      </span>
      <Title className="text-md font-semibold text-balance">{problem.title}</Title>
      <p className="mt-1.5 max-w-110 text-base text-ink-2 text-pretty">
        <ServerWords text={problem.detail} />
      </p>
      {onRetry !== undefined && (
        <Button className="mt-6" onClick={onRetry} busy={retrying} icon={<RotateCw />}>
          {t("Try again")}
        </Button>
      )}
      {way !== undefined && <div className="mt-6">{way}</div>}
      {problem.request_id !== undefined && (
        <p className="mt-5 flex flex-wrap items-center justify-center gap-x-1 text-xs text-ink-3">
          <Sentence
            text="Request {id}"
            parts={{ id: <code className="font-mono wrap-anywhere">{problem.request_id}</code> }}
          />
          <CopyButton text={problem.request_id} label={t("Copy request id")} />
        </p>
      )}
    </div>
  );
}
