import { type Cancel, systemClock } from "@fanfare/contract/clock";
import type { Edition } from "@fanfare/contract/content";
import type { EndReason } from "@fanfare/contract/events";
import { stepsOf } from "@fanfare/contract/stations";
import type { Step } from "@fanfare/contract/tour";
import { openTour } from "@fanfare/sdk/ui/tour";
import type { PlayerHandle } from "@fanfare/sdk/ui/types";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTheme } from "../theme.ts";
import picture from "./picture.svg";
import { previewEdition, previewShape, standInWords } from "./preview-edition.ts";
import { drawPreviewPage } from "./preview-page.ts";

const DEVICES = {
  desktop: { width: 600, height: 460 },
  phone: { width: 360, height: 640 },
} as const;
export type Device = keyof typeof DEVICES;

interface PreviewFrameProps {
  readonly edition: Edition;
  readonly name: string;
  readonly step_id: string | undefined;
  readonly device: Device;
  /** To be played, not only looked at. */
  readonly playable?: boolean;
  readonly onEnded?: (reason: EndReason, document: Document) => void;
}

/** The real player of the SDK on a page of its own, drawn as large as there is room. */
export function PreviewFrame({ edition, name, step_id, device, playable = false, onEnded }: PreviewFrameProps) {
  const [page, setPage] = useState<Document | null>(null);
  const [box, scale] = useFit(device);
  const theme = useTheme();
  const { width, height } = DEVICES[device];
  const shape = previewShape(edition);
  const tour = useRef<PlayerHandle>(undefined);
  const now = { edition: previewEdition(edition, picture), name, step_id, onEnded };
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });

  useLayoutEffect(() => {
    if (page === null) return;
    page.documentElement.style.colorScheme = theme === "system" ? "light dark" : theme;
  }, [page, theme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another shape or size begins anew
  useEffect(() => {
    const window = page?.defaultView;
    if (page === null || window === null || window === undefined) return;
    const { edition: first, name: called, step_id: at } = latest.current;
    const drawn = drawPreviewPage(page, playable);
    const point = (step: Step | undefined): void =>
      drawn.point(standInWords(step), step?.kind === "anchored" ? step.placement : "auto");
    const steps = stepsOf(first.body);
    point(steps.find((step) => step.id === at) ?? steps[0]);
    let closed = false;
    const handle = openTour({
      document: page,
      // A frame's window is typed without the globals that it has.
      window: window as Window & typeof globalThis,
      clock: systemClock,
      edition: first,
      name: called,
      step_id: at ?? null,
      labels: {},
      act() {},
      on(event) {
        if (event.kind === "step_shown") point(stepsOf(latestSource.current.body)[event.index]);
        if (event.kind === "ended" && !closed) latest.current.onEnded?.(event.reason, page);
      },
    });
    tour.current = handle;
    return () => {
      closed = true;
      tour.current = undefined;
      handle.close("api");
    };
  }, [page, shape, device, playable]);

  const latestSource = useRef(edition);
  useLayoutEffect(() => {
    latestSource.current = edition;
    tour.current?.update(latest.current.edition);
  }, [edition]);
  useEffect(() => {
    if (step_id !== undefined) tour.current?.goTo(step_id);
  }, [step_id]);

  return (
    <div ref={box} className="relative grid min-h-0 w-full flex-1 place-items-center overflow-hidden">
      <div style={{ width: width * scale, height: height * scale }} className="overflow-hidden rounded-lg shadow-sheet">
        <iframe
          title="Preview"
          inert={!playable}
          onLoad={(event) => setPage(event.currentTarget.contentDocument)}
          ref={(frame) => setPage(frame?.contentDocument ?? null)}
          style={{ width, height, transform: `scale(${scale})` }}
          className="block max-w-none origin-top-left border-0 rtl:origin-top-right"
        />
      </div>
    </div>
  );
}

/** How much a device is made smaller to fit; never larger than it is. */
function useFit(device: Device): readonly [(element: HTMLElement | null) => Cancel | undefined, number] {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const { width, height } = DEVICES[device];
  const [observe] = useState(() => (element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  });
  return [observe, room.width === 0 ? 0.5 : Math.min(1, room.width / width, room.height / height)];
}
