import { systemClock } from "@fanfare/contract/lib/clock";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { useApp } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { commandFor, isTyping, PALETTE_LABEL } from "../../lib/shortcuts/shortcuts.ts";
import { Button } from "../../ui/elements/button.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import type { CreateDialogs } from "./palette-actions.tsx";

const loadPalette = () => import("./palette.tsx");
/** Both load on first use, because most visits need neither. */
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const ShortcutSheet = lazy(async () => ({
  default: (await import("../../components/shortcuts/shortcut-sheet.tsx")).ShortcutSheet,
}));

/** Time limit for the second key after `g`. */
const SECOND_KEY_MS = 1_500;

/** Shortcuts are off behind these. Toasts have the role of a dialog, too, but leave the page usable. */
const OVERLAYS = ":is([role=dialog], [role=alertdialog]):not([aria-modal=false]), [role=menu]";

interface CommandsProps {
  /** Undefined until first opened, to delay loading. */
  readonly palette: boolean | undefined;
  readonly onPalette: (open: boolean) => void;
  readonly createDialogs: CreateDialogs;
}

/** Global keyboard shortcuts and what they open. */
export function Commands({ palette, onPalette, createDialogs }: CommandsProps) {
  const app = useApp();
  const navigate = useNavigate();
  const [sheet, setSheet] = useState<boolean>();
  const is_open = palette === true;
  const typed_early = useRef("");

  useEffect(() => {
    let cancelWait: (() => void) | undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const going = cancelWait !== undefined;
      cancelWait?.();
      cancelWait = undefined;
      const typing = isTyping(event.target) || document.querySelector(OVERLAYS) !== null;
      const command = commandFor(event, { typing, going });
      if (command === undefined) return;
      event.preventDefault();
      switch (command.kind) {
        case "palette":
          onPalette(!is_open);
          break;
        case "sheet":
          setSheet(true);
          break;
        case "go":
          cancelWait = systemClock.after(SECOND_KEY_MS, () => {
            cancelWait = undefined;
          });
          break;
        case "to":
          void navigate({ to: command.to, params: { app: app.id }, search: {} });
          break;
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      cancelWait?.();
    };
  }, [app.id, navigate, is_open, onPalette]);

  return (
    <>
      <Suspense fallback={is_open && <EarlyKeys typed={typed_early} onEscape={() => onPalette(false)} />}>
        {palette !== undefined && (
          <Palette
            open={palette}
            onOpenChange={onPalette}
            onSheet={() => setSheet(true)}
            createDialogs={createDialogs}
            typed_early={typed_early}
          />
        )}
      </Suspense>
      <Suspense>{sheet !== undefined && <ShortcutSheet open={sheet} onOpenChange={setSheet} />}</Suspense>
    </>
  );
}

interface EarlyKeysProps {
  readonly typed: RefObject<string>;
  readonly onEscape: () => void;
}

/** Keeps what is typed while the palette loads, which would otherwise be lost or reach the page. */
function EarlyKeys({ typed, onEscape }: EarlyKeysProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") onEscape();
      else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  });
  return null;
}

/** Opens the palette and shows its shortcut. `compact` shows only the icon. */
export function SearchButton({ onOpen, compact = false }: { readonly onOpen: () => void; readonly compact?: boolean }) {
  const open = { onPointerEnter: () => void loadPalette(), onClick: onOpen };
  if (compact) {
    return (
      <IconButton label={t("Command palette")} {...open}>
        <Search />
      </IconButton>
    );
  }
  return (
    <Button
      variant="ghost"
      aria-keyshortcuts={PALETTE_LABEL.aria}
      className="w-full justify-start border-line px-2 text-ink-3 max-lg:w-9 max-lg:justify-center"
      {...open}
    >
      <Search />
      <span className="flex-1 text-start max-lg:sr-only">{t("Command palette")}</span>
      <kbd className="rounded-xs border border-line px-1 font-sans text-xs max-lg:hidden">{PALETTE_LABEL.keys}</kbd>
    </Button>
  );
}
