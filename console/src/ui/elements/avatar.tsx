import { cx } from "../cx.ts";

const SIZES = { sm: "size-5 text-[0.5625rem]", md: "size-6 text-[0.625rem]", lg: "size-12 text-base" } as const;

/** Initials of a person. Hidden from screen readers: the name must be nearby. */
export function Avatar({ name, size = "md" }: { readonly name: string; readonly size?: keyof typeof SIZES }) {
  const initials = name
    .split(/\s+/)
    // Skip punctuation around words.
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? "")
    .filter((letter) => letter !== "")
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join("");
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-text uppercase",
        SIZES[size],
      )}
    >
      {initials}
    </span>
  );
}
