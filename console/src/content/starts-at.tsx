import { clock, dayAndYear, exactly } from "../language/format.ts";
import { t } from "../language/t.ts";

/**
 * When something begins, in words: an instant on the clock of whoever looks, a time without `Z` on each person's.
 *
 * @example
 * startWords("2026-12-01T09:00"); // "Dec 1, 2026, 09:00 on each person’s clock"
 */
export function startWords(at: string): string {
  const at_ms = Date.parse(at);
  const time = t("{day}, {time}", { day: dayAndYear(at_ms), time: clock(at_ms) });
  return at.endsWith("Z") ? time : t("{time} on each person’s clock", { time });
}

/** From when on people meet what waits for its schedule. */
export default function StartsAt({ at }: { readonly at: string }) {
  return (
    <time
      dateTime={at}
      title={at.endsWith("Z") ? exactly(Date.parse(at)) : undefined}
      className="relative z-1 text-xs text-ink-2 text-pretty"
    >
      {t("Begins {when}", { when: startWords(at) })}
    </time>
  );
}
