import type { Attributes } from "@fanfare/contract/attribute";
import { directionOf } from "@fanfare/contract/direction";
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
  /** How the page around it reads. */
  readonly direction: Direction;
  /** The language that the browser asks for; as it is written where undefined. */
  readonly locale?: string | undefined;
  /** In another theme of Fanfare than the content chooses: its id or `built_in`; nothing of it is saved. */
  readonly worn?: string | undefined;
  /** Who reads it; nobody of whom anything is known where undefined. */
  readonly person?: { readonly id: string; readonly name: string; readonly attributes: Attributes } | undefined;
}

/** What was chosen stays chosen while the editor is open. */
let remembered: Partial<PreviewLook> = {};

/** The look of a preview, and how it is changed. `locale`: of the content, as which the page around it reads at first. */
export function usePreviewLook(
  locale: string | undefined,
): readonly [PreviewLook, (change: Partial<PreviewLook>) => void] {
  const roomy = useMedia(WIDE);
  const [chosen, setChosen] = useState(remembered);
  const look: PreviewLook = {
    device: roomy ? "desktop" : "phone",
    theme: "system",
    direction: directionOf(locale ?? "en"),
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
