import { useState } from "react";
import { useMedia, WIDE } from "../ui/media.ts";

export const DEVICES = {
  desktop: { width: 600, height: 460 },
  phone: { width: 360, height: 640 },
} as const;
export type Device = keyof typeof DEVICES;
export type PreviewTheme = "system" | "light" | "dark";
export type Direction = "ltr" | "rtl";

/** As whom the preview is looked at. */
export interface PreviewLook {
  readonly device: Device;
  /** `system`: as the console is. */
  readonly theme: PreviewTheme;
  readonly direction: Direction;
}

/** What was chosen stays chosen while the editor is open. */
let remembered: Partial<PreviewLook> = {};

/** The look of a preview, and how it is changed. */
export function usePreviewLook(): readonly [PreviewLook, (change: Partial<PreviewLook>) => void] {
  const roomy = useMedia(WIDE);
  const [chosen, setChosen] = useState(remembered);
  const look: PreviewLook = { device: roomy ? "desktop" : "phone", theme: "system", direction: "ltr", ...chosen };
  return [
    look,
    (change) => {
      remembered = { ...remembered, ...change };
      setChosen(remembered);
    },
  ];
}
