import type { Edition } from "@fanfare/contract/content/content";
import type { EndReason } from "@fanfare/contract/events/events";
import type { Cancel } from "@fanfare/contract/lib/clock";
import type { PageTheme } from "@fanfare/contract/theme/theme";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useColorScheme } from "../../lib/color-scheme.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { fit, fitFilling, fitLegibly, type PageFit } from "./page-fit.ts";
import picture from "./picture.svg";
import { editionIn, placeholdersFor, previewEdition, previewShape } from "./preview-edition.ts";
import { DEVICES, type Device, type PreviewOptions } from "./preview-options.ts";
import { type PreviewPlayer, playPreview } from "./preview-player.ts";

const FITS = { whole: fit, legible: fitLegibly, filling: fitFilling } as const;

interface PreviewFrameProps {
  readonly edition: Edition;
  readonly name: string;
  readonly part_id: string | undefined;
  readonly look: PreviewOptions;
  /** Defaults to the built-in theme. */
  readonly theme?: PageTheme | undefined;
  /** Whether the author can interact with it. */
  readonly playable?: boolean;
  /**
   * `whole` is the device's page, in any scale. `legible` is a smaller page rather than text that is too small to read.
   * `filling` is also a larger page if there is room for it.
   */
  readonly size?: keyof typeof FITS;
  readonly onEnded?: (reason: EndReason, document: Document) => void;
}

/** Plays the edition with the SDK on a sample page, scaled to fit. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { playable = false, size = "whole", look } = props;
  const [page, setPage] = useState<Document | null>(null);
  const failed = usePlayer(page, props);
  const [box, { width, height, scale }] = useFit(look.device, size);
  const console_scheme = useColorScheme();
  const scheme = look.theme === "system" ? console_scheme : look.theme;

  useLayoutEffect(() => {
    if (page === null) return;
    page.documentElement.style.colorScheme = scheme === "system" ? asIs("light dark") : scheme;
    page.documentElement.dir = look.direction;
  }, [page, scheme, look.direction]);

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
          {t("Preview unavailable")}
        </p>
      )}
    </div>
  );
}

/** Plays on the page of the frame. Returns whether the player failed. */
function usePlayer(page: Document | null, props: PreviewFrameProps): boolean {
  const { edition, part_id, look, theme, playable = false } = props;
  const { device, direction, locale, person } = look;
  const [failed, setFailed] = useState(false);
  const player = useRef<PreviewPlayer>(undefined);
  const played = previewEdition(editionIn(edition, locale, person?.attributes), picture, location.origin);
  const latest = useRef({ ...props, played });
  useLayoutEffect(() => {
    latest.current = { ...props, played };
  });

  const shape = previewShape(edition);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another shape, size, direction, or language restarts the player
  useEffect(() => {
    const window = page?.defaultView;
    if (page === null || window === null || window === undefined) return;
    setFailed(false);
    const playing = playPreview({
      page,
      // The type of a frame's window lacks its globals.
      window: window as Window & typeof globalThis,
      edition: latest.current.played,
      placeholders: placeholdersFor(latest.current.edition.body),
      name: latest.current.name,
      part_id: latest.current.part_id,
      playable,
      theme: latest.current.theme,
      onEnded: (reason) => latest.current.onEnded?.(reason, page),
      onFailed: () => setFailed(true),
    });
    player.current = playing;
    return () => {
      player.current = undefined;
      playing.close();
    };
  }, [page, shape, device, direction, locale, playable, theme === undefined]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the played edition depends on these values
  useLayoutEffect(() => player.current?.update(latest.current.played), [edition, locale, person]);
  useEffect(() => {
    if (theme !== undefined) player.current?.setTheme(theme);
  }, [theme]);
  useEffect(() => {
    if (part_id !== undefined) player.current?.goTo(part_id);
  }, [part_id]);
  return failed;
}

/** The page in the room that it has. */
function useFit(
  device: Device,
  size: keyof typeof FITS,
): readonly [(element: HTMLElement | null) => Cancel | undefined, PageFit] {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const [observe] = useState(() => (element: HTMLElement | null) => {
    if (element === null) return;
    // Before the first paint, so the layout doesn't shift.
    setRoom({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  });
  return [observe, FITS[size](DEVICES[device], room)];
}
