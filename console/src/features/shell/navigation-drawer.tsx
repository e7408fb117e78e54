import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useMe } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { Logo } from "../../ui/elements/logo.tsx";
import { CloseOnBack } from "../../ui/overlay/close-on-back.tsx";
import { Navigation } from "./navigation.tsx";

interface NavigationDrawerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function NavigationDrawer({ open, onOpenChange }: NavigationDrawerProps) {
  const { workspace } = useMe();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      {open && <CloseOnBack onBack={() => onOpenChange(false)} />}
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-y-0 start-0 z-30 flex w-72 max-w-[85vw] flex-col gap-4 bg-canvas p-3 shadow-dialog outline-none transition-transform duration-200 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full">
          <div className="flex h-9 items-center gap-2.5 px-1">
            <Logo />
            <Dialog.Title className="min-w-0 flex-1 truncate text-base font-semibold">{workspace.name}</Dialog.Title>
            <Dialog.Close
              render={
                <IconButton label={t("Close menu")}>
                  <X />
                </IconButton>
              }
            />
          </div>
          <Navigation onNavigate={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
