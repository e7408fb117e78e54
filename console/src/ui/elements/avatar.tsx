import { cx } from "../cx.ts";

/** A person as two letters. Their name stands beside it or is read out by what surrounds it. */
export function Avatar({ name, size = "md" }: { readonly name: string; readonly size?: "md" | "lg" }) {
  const initials = name
    .split(/\s+/)
    // What stands around a word is no letter of it.
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? "")
    .filter((letter) => letter !== "")
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join("");
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-text uppercase",
        size === "md" ? "size-6 text-[0.625rem]" : "size-12 text-base",
      )}
    >
      {initials}
    </span>
  );
}
