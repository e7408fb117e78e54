/** @jsxImportSource hono/jsx */

import { isProblemCode, type ProblemCode, problems } from "@fanfare/contract/problem";
import { PROBLEM_MEANINGS } from "@fanfare/contract/problem-meaning";
import type { FC } from "hono/jsx";
import { Article, type Frame } from "./layout.tsx";
import type { Passage } from "./markdown.ts";

export const SUMMARY = "All error codes of the API, with their meaning and how to fix them.";
const CODES: readonly ProblemCode[] = Object.keys(problems).filter(isProblemCode);

/** Every error code with its meaning and solution, linkable by name. */
export const ErrorsPage: FC<{ frame: Frame }> = ({ frame }) => (
  <Article frame={frame} slug="errors" kind="reference" title="Errors" summary={SUMMARY} headings={[]}>
    <p>{SUMMARY} Codes never change their meaning.</p>
    <p>
      Responses are <code>application/problem+json</code> with a code and a request ID. Administrators can find the
      request ID in the log.
    </p>
    <ul class="codes">
      {CODES.map((code) => (
        <li>
          <a href={`#${code}`}>
            <BreakableCode code={code} />
          </a>
        </li>
      ))}
    </ul>
    {CODES.map((code) => (
      <Entry code={code} />
    ))}
  </Article>
);

/** Each code as a passage of the search. */
export const ERROR_PASSAGES: readonly Passage[] = CODES.map((code) => ({
  id: code,
  heading: code,
  text: `${problems[code].title}. ${PROBLEM_MEANINGS[code].replaceAll("`", "")}`,
}));

/** Prefers line breaks after an underscore to breaks within a word. */
const BreakableCode: FC<{ code: ProblemCode }> = ({ code }) => (
  <>
    {code.split("_").map((word, index) => (
      <>
        {index > 0 && (
          <>
            _<wbr />
          </>
        )}
        {word}
      </>
    ))}
  </>
);

const Entry: FC<{ code: ProblemCode }> = ({ code }) => {
  const { status, retryable, title } = problems[code];
  return (
    <div class="entry">
      <h2 id={code}>{title}</h2>
      <p class="call">
        <code>{code}</code> <span class="note">status {status}</span>
      </p>
      <p>
        <TextWithCode text={PROBLEM_MEANINGS[code]} />
      </p>
      {retryable && <p class="note">Retrying may succeed.</p>}
    </div>
  );
};

/** Renders names in backquotes as code, like Markdown. */
const TextWithCode: FC<{ text: string }> = ({ text }) => (
  <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
);
