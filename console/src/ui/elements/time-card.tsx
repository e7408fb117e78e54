import { PreviewCard } from "@base-ui/react/preview-card";
import { systemClock } from "@fanfare/contract/lib/clock";
import { useEffect, useState } from "react";
import { formatExact, formatExactUtc } from "../../lib/i18n/format.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { POPUP } from "../popup.ts";
import { CopyButton } from "./copy-button.tsx";

/** Hover delay before the card opens, and grace period to move the pointer into it. */
const OPEN_AFTER_MS = 350;
const CLOSE_AFTER_MS = 200;

interface TimeCardProps {
  readonly anchor: HTMLElement;
  /** ISO 8601. */
  readonly at: string;
  /** Whether it opens and stays open without the pointer. */
  readonly focused: boolean;
  /** Runs after the card closes, or if the pointer leaves before it opens. */
  readonly onGone: () => void;
}

export function TimeCard({ anchor, at, focused, onGone }: TimeCardProps) {
  const [phase, setPhase] = useState<"coming" | "open" | "closing">("coming");
  // The pointer may have left while this module loaded.
  const [hovered, setOver] = useState(() => anchor.matches(":hover"));
  const over = hovered || focused;
  useEffect(() => {
    const enter = (): void => setOver(true);
    const leave = ({ pointerType }: PointerEvent): void => {
      // Lifting a finger isn't leaving. A tap outside closes the card.
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
        // Hover is tracked here, because the library has no trigger element.
        if (reason !== "trigger-hover") setPhase("closing");
      }}
      onOpenChangeComplete={(open) => {
        if (!open && phase === "closing") onGone();
      }}
    >
      {/* Rendered in place: a modal dialog blocks pointer events outside of it. */}
      <PreviewCard.Portal container={anchor.closest<HTMLElement>("[role=dialog], main")}>
        <PreviewCard.Positioner
          anchor={anchor}
          positionMethod="fixed"
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
          onPointerEnter={() => setOver(true)}
          onPointerLeave={() => setOver(false)}
          // Clicks in the card must not activate the surrounding row.
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
  /** Left-to-right in every language. */
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
