import { Smile } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { t } from "../../../lib/i18n/t.ts";
import type { TextTool } from "./text-toolbar.tsx";
import type { TextView } from "./use-text-view.ts";

const EmojiGrid = lazy(() => import("./emoji-grid.tsx"));

/** Inserts emoji at the caret. The list is loaded when it's first opened. */
export function useEmojiPicker(view: TextView): { readonly tool: TextTool; readonly picker: ReactNode } {
  /** Undefined until first opened. */
  const [open, setOpen] = useState<boolean>();
  return {
    tool: { label: t("Emoji"), icon: <Smile />, expanded: open === true, onUse: () => setOpen(open !== true) },
    picker: open !== undefined && (
      <Suspense>
        <EmojiGrid
          open={open}
          onOpenChange={setOpen}
          anchor={{ getBoundingClientRect: () => view.boxAt(view.state.selection.from) }}
          focusText={() => view.dispatch(() => undefined)}
          onChoose={(emoji) => view.dispatch(({ tr }) => tr.insertText(emoji).scrollIntoView())}
        />
      </Suspense>
    ),
  };
}
