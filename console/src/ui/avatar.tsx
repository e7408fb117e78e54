/** A person as two letters. Their name stands beside it or is read out by what surrounds it. */
export function Avatar({ name }: { readonly name: string }) {
  const letters = name
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => [...word][0] ?? "")
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join("");
  return (
    <span
      aria-hidden="true"
      className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-[0.625rem] font-semibold text-accent-text uppercase"
    >
      {letters}
    </span>
  );
}
