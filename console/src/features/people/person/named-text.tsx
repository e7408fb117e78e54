import type { NamedReference } from "@fanfare/contract/schema/responses/people/explain";
import { Link, useParams } from "@tanstack/react-router";
import { dayAndYear, formatExact, list, timeOfDay } from "../../../lib/i18n/format.ts";
import { Sentence } from "../../../lib/i18n/sentence.tsx";

/** Matches IDs of segments, content, and goals, and ISO instants in sentences. */
const REFERENCE_PATTERN =
  /((?:seg|cnt|gol)_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/;

interface NamedTextProps {
  readonly text: string;
  readonly names: readonly NamedReference[];
}

/** Replaces IDs with linked names and instants with local times. Deleted resources keep their ID. */
export function NamedText({ text, names }: NamedTextProps) {
  return text.split(REFERENCE_PATTERN).map((part, index) => {
    if (index % 2 === 0) return part;
    const mentioned = names.find(({ id }) => id === part);
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text are static
    if (mentioned !== undefined) return <Name key={index} of={mentioned} />;
    const at_ms = Date.parse(part);
    if (Number.isNaN(at_ms)) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text are static
      <time key={index} dateTime={part} title={formatExact(at_ms)}>
        {list([dayAndYear(at_ms), timeOfDay(at_ms)])}
      </time>
    );
  });
}

function Name({ of: { id, kind, name } }: { readonly of: NamedReference }) {
  const { app } = useParams({ from: "/$app" });
  const look = "font-medium text-ink underline decoration-line-strong underline-offset-2 hover:decoration-current";
  if (name === null) return <Sentence text="{id} (deleted)" parts={{ id: <bdi className="font-mono">{id}</bdi> }} />;
  const name_element = <bdi>{name}</bdi>;
  switch (kind) {
    case "segment":
      return (
        <Link to="/$app/segments/$id" params={{ app, id }} className={look}>
          {name_element}
        </Link>
      );
    case "content":
      return (
        <Link to="/$app/content/$id" params={{ app, id }} className={look}>
          {name_element}
        </Link>
      );
    case "goal":
      return (
        <Link to="/$app/analytics" params={{ app }} search={{ tab: "goals" }} className={look}>
          {name_element}
        </Link>
      );
  }
}
