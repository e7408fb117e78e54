import type { Mentioned } from "@fanfare/contract/schema/explain";
import { Link, useParams } from "@tanstack/react-router";
import { Sentence } from "../../language/sentence.tsx";

/** Ids of segments, contents and goals, as sentences have them. */
const ID = /((?:seg|cnt|gol)_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

interface NamedTextProps {
  readonly text: string;
  readonly names: readonly Mentioned[];
}

/** A sentence in which each thing that has a name goes by it and leads there; of what was deleted the id is left. */
export function NamedText({ text, names }: NamedTextProps) {
  return text.split(ID).map((part, index) => {
    const mentioned = index % 2 === 1 ? names.find(({ id }) => id === part) : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in their order
    return mentioned === undefined ? part : <Name key={index} of={mentioned} />;
  });
}

function Name({ of: { id, kind, name } }: { readonly of: Mentioned }) {
  const { app } = useParams({ from: "/$app" });
  const look = "font-medium text-ink underline decoration-line-strong underline-offset-2 hover:decoration-current";
  if (name === null) return <Sentence text="{id} (deleted)" parts={{ id: <bdi className="font-mono">{id}</bdi> }} />;
  const words = <bdi>{name}</bdi>;
  switch (kind) {
    case "segment":
      return (
        <Link to="/$app/segments/$id" params={{ app, id }} className={look}>
          {words}
        </Link>
      );
    case "content":
      return (
        <Link to="/$app/content/$id" params={{ app, id }} className={look}>
          {words}
        </Link>
      );
    case "goal":
      return (
        <Link to="/$app/analytics" params={{ app }} search={{ tab: "goals" }} className={look}>
          {words}
        </Link>
      );
  }
}
