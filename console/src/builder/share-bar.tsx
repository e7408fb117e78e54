import { sharesOf } from "@fanfare/contract/experiment";
import { percent } from "../language/format.ts";
import { t } from "../language/t.ts";
import { ARM_COLORS, armTitle } from "./arm-look.ts";
import { useBuilder } from "./context.ts";
import { variantIn } from "./variants.ts";

/** Who gets what, of those who are let in: a bar for the eye, and the same in words. */
export function ShareBar() {
  const { edition } = useBuilder().state.draft;
  const shares = [...sharesOf(edition)];
  return (
    <figure className="flex flex-col gap-2.5">
      <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-full bg-fill">
        {shares.map(([arm, share]) => (
          <span key={arm} className={ARM_COLORS[arm]} style={{ width: `${Math.min(1, share) * 100}%` }} />
        ))}
      </div>
      <figcaption>
        <ul aria-label={t("Who gets what")} className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
          {shares.map(([arm, share]) => (
            <li key={arm} className="flex min-w-0 items-center gap-1.5">
              <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${ARM_COLORS[arm]}`} />
              <span className="truncate">{armTitle(arm, variantIn(edition, arm)?.name)}</span>
              <span className="font-medium text-ink tabular-nums">{shareWords(share)}</span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

const shareWords = (share: number): string => (Number.isFinite(share) ? percent(share, 1) : "–");
