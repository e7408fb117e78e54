import type { ReactNode } from "react";

/** In a narrow list, actions are below the texts. Several already are in a list of medium width. */
const ACTIONS =
  "flex flex-wrap items-center gap-2 empty:hidden @max-[34rem]:order-1 @max-[34rem]:ms-7 @max-[34rem]:w-full @max-[48rem]:has-[>:nth-child(2)]:order-1 @max-[48rem]:has-[>:nth-child(2)]:ms-7 @max-[48rem]:has-[>:nth-child(2)]:w-full";

interface AttentionRowProps {
  readonly title: string;
  readonly description: string;
  /** When it happened. */
  readonly times?: ReactNode;
  /** Whether it's over. */
  readonly quiet?: boolean;
  /** Links and buttons. */
  readonly children: ReactNode;
}

/** Texts and actions of a row about a problem. */
export function AttentionRow({ title, description, times, quiet = false, children }: AttentionRowProps) {
  return (
    <>
      <div className="flex min-w-40 flex-1 flex-col gap-0.5 wrap-anywhere">
        <h3 className={quiet ? "font-medium text-ink-2" : "font-medium"}>{title}</h3>
        <p className="text-xs text-ink-2 text-pretty">{description}</p>
        {times !== undefined && <p className="text-xs text-ink-3">{times}</p>}
      </div>
      <div className={ACTIONS}>{children}</div>
    </>
  );
}
