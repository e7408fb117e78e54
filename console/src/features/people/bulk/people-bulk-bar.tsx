import type { PersonSummary } from "@fanfare/contract/schema/responses/people/person";
import { useQueryClient } from "@tanstack/react-query";
import {
  Building2,
  Download,
  Ellipsis,
  Eye,
  EyeOff,
  ListPlus,
  ListX,
  PartyPopper,
  Send,
  Trash2,
  UserMinus,
  UserPlus,
} from "lucide-react";
import { useState } from "react";
import { BulkBar } from "../../../components/bulk/bulk-bar.tsx";
import type { Selection } from "../../../components/bulk/selection.tsx";
import { useBulkAction } from "../../../components/bulk/use-bulk-action.ts";
import { useApp, useCan } from "../../../lib/app-context.ts";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { peopleQueryFilter } from "../../../lib/queries/people.ts";
import { segmentQueryFilter } from "../../../lib/queries/segments.ts";
import { personName } from "../../../model/person-labels.ts";
import { PRESET_OPTIONS } from "../../../model/preset-labels.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/overlay/menu.tsx";
import { useCelebrate } from "../use-celebrate.ts";
import { type BulkDialog, BulkDialogs } from "./dialogs.tsx";

export function PeopleBulkBar({ selection }: { readonly selection: Selection<PersonSummary> }) {
  const client = useQueryClient();
  const app = useApp();
  const may_administer = useCan("person.erase");
  const { selected: chosen, clear } = selection;
  const celebrate = useCelebrate(chosen);
  const [dialog, setDialog] = useState<BulkDialog>();
  const { under_way, run } = useBulkAction<PersonSummary>({
    nameOf: personName,
    refusedWords: (n) => tCount(n, "Couldn’t update {n} person", "Couldn’t update {n} people"),
    undoneWords: (n) => tCount(n, "Undone for {n} person", "Undone for {n} people"),
    onEnd: () => {
      clear();
      void client.invalidateQueries(peopleQueryFilter(app.id));
      void client.invalidateQueries({ queryKey: ["groups", app.id] });
      void client.invalidateQueries(segmentQueryFilter);
    },
  });
  const openDialog = (kind: BulkDialog["kind"]): void => setDialog({ kind, open: true });
  return (
    <BulkBar label={t("Selected people")} selection={selection} under_way={under_way}>
      <Menu align="start" trigger={<Button icon={<PartyPopper />}>{t("Celebrate")}</Button>}>
        {PRESET_OPTIONS.map(({ value, label }) => (
          <MenuItem key={value} onClick={() => void celebrate(value)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <Button icon={<Send className="rtl:-scale-x-100" />} onClick={() => openDialog("message")}>
        {t("Send a message")}
      </Button>
      <GroupMenu busy={under_way?.name === "group"} onAsk={openDialog} />
      <VisibilityMenu busy={under_way?.name === "hide"} onAsk={openDialog} />
      {may_administer && (
        <Menu
          trigger={
            <IconButton label={t("More actions")} variant="secondary">
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuItem icon={<Download />} onClick={() => openDialog("export")}>
            {t("Export…")}
          </MenuItem>
          <MenuItem icon={<Trash2 />} onClick={() => openDialog("erase")}>
            {t("Erase…")}
          </MenuItem>
        </Menu>
      )}
      {dialog !== undefined && (
        <BulkDialogs dialog={dialog} people={chosen} onDialog={setDialog} onAction={(action) => run(action, chosen)} />
      )}
    </BulkBar>
  );
}

interface BulkMenuProps {
  readonly busy: boolean;
  readonly onAsk: (kind: BulkDialog["kind"]) => void;
}

function GroupMenu({ busy, onAsk }: BulkMenuProps) {
  return (
    <Menu
      align="start"
      trigger={
        <Button icon={<Building2 />} busy={busy}>
          {t("Groups and lists")}
        </Button>
      }
    >
      <MenuItem icon={<UserPlus />} onClick={() => onAsk("join")}>
        {t("Add to group…")}
      </MenuItem>
      <MenuItem icon={<UserMinus />} onClick={() => onAsk("leave")}>
        {t("Remove from group…")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<ListPlus />} onClick={() => onAsk("join_list")}>
        {t("Add to list…")}
      </MenuItem>
      <MenuItem icon={<ListX />} onClick={() => onAsk("leave_list")}>
        {t("Remove from list…")}
      </MenuItem>
    </Menu>
  );
}

function VisibilityMenu({ busy, onAsk }: BulkMenuProps) {
  return (
    <Menu
      align="start"
      trigger={
        <Button icon={<EyeOff />} busy={busy}>
          {t("Hide##from people")}
        </Button>
      }
    >
      <MenuItem icon={<EyeOff />} onClick={() => onAsk("hide")}>
        {t("Hide content…")}
      </MenuItem>
      <MenuItem icon={<Eye />} onClick={() => onAsk("show")}>
        {t("Show again…")}
      </MenuItem>
    </Menu>
  );
}
