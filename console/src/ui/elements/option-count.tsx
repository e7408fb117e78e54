/** How many rows a choice leaves, at the end of its line; its room is kept while "" stands for what is not known yet. */
export function OptionCount({ count }: { readonly count: string | undefined }) {
  if (count === undefined) return null;
  return <span className="min-w-8 ps-3 text-end text-xs text-ink-3 tabular-nums">{count}</span>;
}
