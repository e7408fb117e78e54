import { textDirection } from "@fanfare/contract/lib/text-direction";
import type { Attributes } from "@fanfare/contract/people/attribute";
import { useState } from "react";
import { useMedia, WIDE } from "../../lib/use-media.ts";

export const DEVICES = {
  desktop: { width: 600, height: 460 },
  phone: { width: 360, height: 640 },
} as const;
export type Device = keyof typeof DEVICES;
export type PreviewColorScheme = "system" | "light" | "dark";
export type Direction = "ltr" | "rtl";

/** As whom the preview is looked at. */
export interface PreviewOptions {
  readonly device: Device;
  /** `system`: as the console is. */
  readonly theme: PreviewColorScheme;
  /** How the page around it reads. */
  readonly direction: Direction;
  /** The language that the browser asks for; as it is written where undefined. */
  readonly locale?: string | undefined;
  /** In another theme of Fanfare than the content chooses: its id or `built_in`; nothing of it is saved. */
  readonly theme_id?: string | undefined;
  /** Who reads it; nobody of whom anything is known where undefined. */
  readonly person?: { readonly id: string; readonly name: string; readonly attributes: Attributes } | undefined;
}

/** What was chosen stays chosen while the editor is open. */
let remembered: Partial<PreviewOptions> = {};

/** The look of a preview, and how it is changed. `locale`: of the content, as which the page around it reads at first. */
export function usePreviewOptions(
  locale: string | undefined,
): readonly [PreviewOptions, (change: Partial<PreviewOptions>) => void] {
  const roomy = useMedia(WIDE);
  const [chosen, setChosen] = useState(remembered);
  const look: PreviewOptions = {
    device: roomy ? "desktop" : "phone",
    theme: "system",
    direction: textDirection(locale ?? "en"),
    ...chosen,
  };
  return [
    look,
    (change) => {
      remembered = { ...remembered, ...change };
      setChosen(remembered);
    },
  ];
}
