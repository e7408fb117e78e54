/** Number of rows for an option, aligned to the end. Reserves its space while unknown (""). */
export function OptionCount({ count }: { readonly count: string | undefined }) {
  if (count === undefined) return null;
  return <span className="min-w-8 ps-3 text-end text-xs text-ink-3 tabular-nums">{count}</span>;
}
