interface Side {
  /** Author of the changes. */
  readonly title: string;
  readonly changes: readonly string[];
}

/** Compares conflicting changes of two members. */
export function SideBySide({ theirs, mine }: { readonly theirs: Side; readonly mine: Side }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Changes {...theirs} />
      <Changes {...mine} />
    </div>
  );
}

function Changes({ title, changes }: Side) {
  return (
    <section className="rounded-lg border border-line p-3.5">
      <h3 className="text-xs font-medium text-ink-3">{title}</h3>
      <ul className="mt-1.5 flex flex-col gap-1 text-sm">
        {changes.map((change) => (
          <li key={change} className="first-letter:uppercase wrap-anywhere">
            {change}
          </li>
        ))}
      </ul>
    </section>
  );
}
