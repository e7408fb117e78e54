import { PreviewCard } from "@base-ui/react/preview-card";
import { systemClock } from "@fanfare/contract/lib/clock";
import { useEffect, useState } from "react";
import { formatExact, formatExactUtc } from "../../lib/i18n/format.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { POPUP } from "../popup.ts";
import { CopyButton } from "./copy-button.tsx";

/** So long a pointer rests before the card opens, and so long it may be away, on its way into the card. */
const OPEN_AFTER_MS = 350;
const CLOSE_AFTER_MS = 200;

interface TimeCardProps {
  /** The time that the pointer is over. */
  readonly anchor: HTMLElement;
  /** The instant, ISO 8601. */
  readonly at: string;
  /** The card has closed, or the pointer left before it opened. */
  readonly onGone: () => void;
}

/** An instant exactly: on the clock of whoever looks, in UTC, and as machines write it. */
export function TimeCard({ anchor, at, onGone }: TimeCardProps) {
  const [phase, setPhase] = useState<"coming" | "open" | "closing">("coming");
  // The pointer may have gone on while this file was loaded.
  const [over, setOver] = useState(() => anchor.matches(":hover"));
  useEffect(() => {
    const enter = (): void => setOver(true);
    const leave = ({ pointerType }: PointerEvent): void => {
      // A finger that is lifted has not gone: it closes the card by a touch beside it.
      if (pointerType !== "touch") setOver(false);
    };
    anchor.addEventListener("pointerenter", enter);
    anchor.addEventListener("pointerleave", leave);
    return () => {
      anchor.removeEventListener("pointerenter", enter);
      anchor.removeEventListener("pointerleave", leave);
    };
  }, [anchor]);
  useEffect(() => {
    switch (phase) {
      case "coming":
        return over ? systemClock.after(OPEN_AFTER_MS, () => setPhase("open")) : onGone();
      case "open":
        return over ? undefined : systemClock.after(CLOSE_AFTER_MS, () => setPhase("closing"));
      case "closing":
        return undefined;
    }
  }, [phase, over, onGone]);

  const at_ms = Date.parse(at);
  return (
    <PreviewCard.Root
      open={phase === "open"}
      onOpenChange={(_, { reason }) => {
        // Where the pointer is, is known here: the library has no trigger to watch.
        if (reason !== "trigger-hover") setPhase("closing");
      }}
      onOpenChangeComplete={(open) => {
        if (!open && phase === "closing") onGone();
      }}
    >
      {/* Within the part of the page that the time is in: a dialog lets nothing outside of it be pressed. */}
      <PreviewCard.Portal container={anchor.closest<HTMLElement>("[role=dialog], main")}>
        <PreviewCard.Positioner
          anchor={anchor}
          positionMethod="fixed"
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
          onPointerEnter={() => setOver(true)}
          onPointerLeave={() => setOver(false)}
          // What is pressed here is not the row that the time stands in.
          onClick={(event) => event.stopPropagation()}
        >
          <PreviewCard.Popup className={`${POPUP} px-3 py-2`}>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 text-start text-xs">
              <Line name={t("Local time")} words={formatExact(at_ms)} />
              <Line name={asIs("UTC")} words={formatExactUtc(at_ms)} />
              <Line name={asIs("ISO 8601")} words={at} ltr />
            </dl>
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}

interface LineProps {
  readonly name: string;
  readonly words: string;
  /** It is written in one direction in every language. */
  readonly ltr?: boolean;
}

function Line({ name, words: label, ltr = false }: LineProps) {
  return (
    <div className="contents">
      <dt className="text-ink-3">{name}</dt>
      <dd className="contents">
        <span dir={ltr ? "ltr" : undefined} className="text-ink tabular-nums wrap-anywhere rtl:text-right">
          {label}
        </span>
        <CopyButton text={label} label={t("Copy {name}", { name })} />
      </dd>
    </div>
  );
}
