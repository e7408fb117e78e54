import type { PersonDetail } from "@fanfare/contract/schema/responses/people/person";
import { Download, Ellipsis, Eye, EyeOff, PartyPopper, Send, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApp, useCan } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { personName } from "../../../model/person-labels.ts";
import { PRESET_OPTIONS } from "../../../model/preset-labels.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/overlay/menu.tsx";
import { useCelebrate } from "../use-celebrate.ts";
import { useWatch } from "./use-watch.ts";

const loadMessage = () => import("../message-dialog.tsx");
const MessageDialog = lazy(async () => ({ default: (await loadMessage()).MessageDialog }));
const DownloadDialog = lazy(async () => ({
  default: (await import("../../../components/export/download-dialog.tsx")).DownloadDialog,
}));
const EraseDialog = lazy(async () => ({ default: (await import("./erase-dialog.tsx")).EraseDialog }));

export function PersonActions({ person }: { readonly person: PersonDetail }) {
  const may_edit = useCan("person.write");
  const [writing, setWriting] = useState<boolean | undefined>();
  const [erasing, setErasing] = useState<boolean | undefined>();
  const celebrate = useCelebrate([person]);
  const [exporting, setExporting] = useState<boolean | undefined>();
  const app = useApp();
  if (!may_edit) {
    return (
      <p className="text-xs text-ink-3">
        {t("You have view-only access. Ask an editor to send messages or celebrate.")}
      </p>
    );
  }
  return (
    // `display: contents` lets the buttons wrap individually with the rest of the header row.
    <div className="contents">
      <Menu trigger={<Button icon={<PartyPopper />}>{t("Celebrate")}</Button>}>
        {PRESET_OPTIONS.map(({ value: preset, label }) => (
          <MenuItem key={preset} onClick={() => void celebrate(preset)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <Button
        icon={<Send className="rtl:-scale-x-100" />}
        onPointerEnter={() => void loadMessage()}
        onFocus={() => void loadMessage()}
        onClick={() => setWriting(true)}
      >
        {t("Send a message")}
      </Button>
      <MoreMenu person={person} onExport={() => setExporting(true)} onErase={() => setErasing(true)} />
      <Suspense>
        {writing !== undefined && <MessageDialog open={writing} onOpenChange={setWriting} people={[person]} />}
        {exporting !== undefined && (
          <DownloadDialog
            open={exporting}
            onOpenChange={setExporting}
            title={t("Export as JSON")}
            description={t("All data stored about {name}, as a file.", { name: personName(person) })}
            file={{
              path: `people/${encodeURIComponent(person.external_id)}/export?app_id=${app.id}`,
              name: `${person.external_id.replaceAll(/[^\w.-]+/g, "_")}.json`,
            }}
          />
        )}
        {erasing !== undefined && <EraseDialog open={erasing} onOpenChange={setErasing} person={person} />}
      </Suspense>
    </div>
  );
}

interface MoreMenuProps {
  readonly person: PersonDetail;
  readonly onExport: () => void;
  readonly onErase: () => void;
}

function MoreMenu({ person, onExport, onErase }: MoreMenuProps) {
  const may_erase = useCan("person.erase");
  const watch = useWatch(person);
  const watched = person.watched_until !== null;
  return (
    <Menu
      trigger={
        <IconButton label={t("More actions")} variant="secondary">
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={watched ? <EyeOff /> : <Eye />} onClick={() => watch.set(!watched)}>
        {watched ? t("Stop watching") : t("Watch for 30 days")}
      </MenuItem>
      <MenuSeparator />
      {may_erase ? (
        <>
          <MenuItem icon={<Download />} onClick={onExport}>
            {t("Export as JSON")}
          </MenuItem>
          <MenuItem icon={<Trash2 />} onClick={onErase}>
            {t("Erase…")}
          </MenuItem>
        </>
      ) : (
        <MenuItem disabled onClick={() => undefined}>
          {t("Owners and admins only")}
        </MenuItem>
      )}
    </Menu>
  );
}
