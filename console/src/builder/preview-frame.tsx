import type { Cancel } from "@fanfare/contract/clock";
import type { Edition } from "@fanfare/contract/content";
import type { EndReason } from "@fanfare/contract/events";
import type { PageTheme } from "@fanfare/contract/theme";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { asIs, t } from "../language/t.ts";
import { useTheme } from "../theme.ts";
import picture from "./picture.svg";
import { editionIn, previewEdition, previewShape } from "./preview-edition.ts";
import { DEVICES, type Device, type PreviewLook } from "./preview-look.ts";
import { type PreviewPlayer, playPreview } from "./preview-player.ts";

interface PreviewFrameProps {
  readonly edition: Edition;
  readonly name: string;
  readonly part_id: string | undefined;
  readonly look: PreviewLook;
  /** What it wears; the built-in theme where undefined. */
  readonly theme?: PageTheme | undefined;
  /** To be played, not only looked at. */
  readonly playable?: boolean;
  readonly onEnded?: (reason: EndReason, document: Document) => void;
}

/** The real player of the SDK on a page of its own, drawn as large as there is room. */
export function PreviewFrame({
  edition,
  name,
  part_id,
  look,
  theme: worn,
  playable = false,
  onEnded,
}: PreviewFrameProps) {
  const { device, direction, locale, person } = look;
  const [page, setPage] = useState<Document | null>(null);
  const [failed, setFailed] = useState(false);
  const [box, scale] = useFit(device);
  const console_theme = useTheme();
  const theme = look.theme === "system" ? console_theme : look.theme;
  const { width, height } = DEVICES[device];
  const shape = previewShape(edition);
  const player = useRef<PreviewPlayer>(undefined);
  const played = previewEdition(editionIn(edition, locale, person?.attributes), picture);
  const now = { edition, played, name, part_id, worn, onEnded };
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });

  useLayoutEffect(() => {
    if (page === null) return;
    page.documentElement.style.colorScheme = theme === "system" ? asIs("light dark") : theme;
    page.documentElement.dir = direction;
  }, [page, theme, direction]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another shape, size, direction or language begins anew
  useEffect(() => {
    const window = page?.defaultView;
    if (page === null || window === null || window === undefined) return;
    setFailed(false);
    const { played, name: called, part_id: at, worn: theme } = latest.current;
    const playing = playPreview({
      page,
      // A frame's window is typed without the globals that it has.
      window: window as Window & typeof globalThis,
      edition: played,
      source: () => latest.current.edition,
      name: called,
      part_id: at,
      playable,
      theme,
      onEnded: (reason) => latest.current.onEnded?.(reason, page),
      onFailed: () => setFailed(true),
    });
    player.current = playing;
    return () => {
      player.current = undefined;
      playing.close();
    };
  }, [page, shape, device, direction, locale, playable, worn === undefined]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is played follows from the edition
  useLayoutEffect(() => player.current?.update(latest.current.played), [edition, locale, person]);
  useEffect(() => {
    if (worn !== undefined) player.current?.wear(worn);
  }, [worn]);
  useEffect(() => {
    if (part_id !== undefined) player.current?.goTo(part_id);
  }, [part_id]);

  return (
    <div ref={box} className="relative grid min-h-0 w-full flex-1 place-items-center overflow-hidden">
      <div style={{ width: width * scale, height: height * scale }} className="relative overflow-hidden rounded-lg">
        <iframe
          title={t("Preview")}
          inert={!playable}
          onLoad={(event) => setPage(event.currentTarget.contentDocument)}
          ref={(frame) => setPage(frame?.contentDocument ?? null)}
          style={{ width, height, transform: `scale(${scale})` }}
          className="block max-w-none origin-top-left border-0 rtl:origin-top-right"
        />
        <span className="pointer-events-none absolute inset-0 rounded-lg inset-ring inset-ring-line-strong" />
      </div>
      {failed && (
        <p role="status" className="absolute rounded-md bg-raised px-3 py-2 text-sm shadow-float">
          {t("The preview could not be drawn.")}
        </p>
      )}
    </div>
  );
}

/** How much a device is made smaller to fit; never larger than it is. */
function useFit(device: Device): readonly [(element: HTMLElement | null) => Cancel | undefined, number] {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const { width, height } = DEVICES[device];
  const [observe] = useState(() => (element: HTMLElement | null) => {
    if (element === null) return;
    // Before the first paint, so that nothing moves after it.
    setRoom({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  });
  return [observe, room.width === 0 ? 0.5 : Math.min(1, room.width / width, room.height / height)];
}
