import { type ShouldBlockFn, useBlocker } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** Open dialogs, the topmost last. */
const open_dialogs: object[] = [];

/** Whether Back belongs to an open dialog: the page behind it stays as it is. */
export function isBackForDialog({ action }: Parameters<ShouldBlockFn>[0]): boolean {
  return action !== "PUSH" && action !== "REPLACE" && open_dialogs.length > 0;
}

/** Render while a dialog is open: Back closes it instead of changing the page behind it. */
export function CloseOnBack({ onBack }: { readonly onBack: () => void }) {
  const me = useRef({});
  useEffect(() => {
    const dialog = me.current;
    open_dialogs.push(dialog);
    return () => {
      open_dialogs.splice(open_dialogs.indexOf(dialog), 1);
    };
  }, []);
  useBlocker({
    shouldBlockFn: (navigation) => {
      if (!isBackForDialog(navigation) || open_dialogs.at(-1) !== me.current) return false;
      onBack();
      return true;
    },
    enableBeforeUnload: false,
  });
  return null;
}
