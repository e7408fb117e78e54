import { textDirection } from "@fanfare/contract/lib/text-direction";
import type { Attributes } from "@fanfare/contract/people/attribute";
import { useState } from "react";
import { useMedia, WIDE } from "../../lib/use-media.ts";

export const DEVICES = {
  // Up to 480 px, dialogs look as on a phone.
  desktop: { width: 600, height: 460, width_min: 500, width_max: 1_280, height_max: 800 },
  phone: { width: 360, height: 640, width_min: 320, width_max: 360, height_max: 640 },
} as const;
export type Device = keyof typeof DEVICES;
export type PreviewColorScheme = "system" | "light" | "dark";
export type Direction = "ltr" | "rtl";

export interface PreviewOptions {
  readonly device: Device;
  /** `system` follows the console. */
  readonly theme: PreviewColorScheme;
  /** Text direction of the surrounding page. */
  readonly direction: Direction;
  /** Browser language. Undefined shows the source language. */
  readonly locale?: string | undefined;
  /** Theme ID or `built_in`, instead of the content's own theme. Not saved. */
  readonly theme_id?: string | undefined;
  /** Viewing person. Undefined is a person without attributes. */
  readonly person?: { readonly id: string; readonly name: string; readonly attributes: Attributes } | undefined;
}

/** Keeps the options while the editor is open. */
let remembered: Partial<PreviewOptions> = {};

/** Preview options and their setter. `locale` is the content's language and sets the initial text direction. */
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
