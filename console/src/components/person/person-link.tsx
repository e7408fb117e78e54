import { Link, useParams } from "@tanstack/react-router";
import { Avatar } from "../../ui/elements/avatar.tsx";

interface PersonLinkProps {
  readonly external_id: string;
  /** Display name. */
  readonly name: string;
  readonly className: string;
}

export function PersonLink({ external_id, name, className }: PersonLinkProps) {
  // Not `useApp`, which also observes a query: tables have many of these.
  const { app } = useParams({ from: "/$app" });
  return (
    <Link to="/$app/people/$id" params={{ app, id: external_id }} className={className}>
      <bdi>{name}</bdi>
    </Link>
  );
}

/** Name of a table row's person. The link covers the row. The ID is below if it isn't the name. */
export function PersonCell({ external_id, name }: Omit<PersonLinkProps, "className">) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name} />
      <span className="flex min-w-0 flex-col">
        <PersonLink
          external_id={external_id}
          name={name}
          className="row-link max-w-full truncate self-start text-base font-medium text-ink"
        />
        {name !== external_id && (
          <span dir="ltr" className="max-w-full truncate self-start font-mono text-xs text-ink-3">
            {external_id}
          </span>
        )}
      </span>
    </div>
  );
}
