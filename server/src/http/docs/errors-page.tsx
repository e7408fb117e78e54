/** @jsxImportSource hono/jsx */

import { isProblemCode, type ProblemCode, problems } from "@fanfare/contract/problem";
import { PROBLEM_MEANINGS } from "@fanfare/contract/problem-meaning";
import type { FC } from "hono/jsx";

const CODES: readonly ProblemCode[] = Object.keys(problems).filter(isProblemCode);

/** `/docs/errors`: every error code with its meaning and solution, linkable by name. */
export const ErrorsPage: FC = () => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Fanfare errors</title>
      <link rel="stylesheet" href="style.css" />
    </head>
    <body>
      <nav aria-label="Documents">
        <a href="../docs">Fanfare API</a>
        <ul class="index">
          {CODES.map((code) => (
            <li>
              <a href={`#${code}`}>
                <BreakableCode code={code} />
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main>
        <h1>Errors</h1>
        <p>
          Every error is <code>application/problem+json</code> with one of these codes and a request ID. Codes never
          change their meaning. Administrators can find the request ID in the log.
        </p>
        {CODES.map((code) => (
          <Entry code={code} />
        ))}
      </main>
    </body>
  </html>
);

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
    <article aria-labelledby={code}>
      <h2 id={code}>{title}</h2>
      <p class="call">
        <code>{code}</code> <span class="note">status {status}</span>
      </p>
      <p>
        <TextWithCode text={PROBLEM_MEANINGS[code]} />
      </p>
      {retryable && <p class="note">Retrying may succeed.</p>}
    </article>
  );
};

/** Renders names in backquotes as code, like Markdown. */
const TextWithCode: FC<{ text: string }> = ({ text }) => (
  <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
);
