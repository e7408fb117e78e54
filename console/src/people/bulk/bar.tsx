import type { PersonSummary } from "@fanfare/contract/schema/person";
import { useQueryClient } from "@tanstack/react-query";
import {
  Building2,
  Download,
  Ellipsis,
  Eye,
  EyeOff,
  PartyPopper,
  Send,
  Trash2,
  UserMinus,
  UserPlus,
} from "lucide-react";
import { useState } from "react";
import { BulkBar } from "../../bulk/bulk-bar.tsx";
import type { Selection } from "../../bulk/selection.tsx";
import { useBulk } from "../../bulk/use-bulk.ts";
import { PRESET_OPTIONS } from "../../celebrations/preset-words.ts";
import { useApp, useMayAdminister } from "../../doors.ts";
import { t, tCount } from "../../language/t.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { useCelebrate } from "../celebrate.ts";
import { nameOf } from "../person-words.ts";
import { peopleOf } from "../queries.ts";
import { type BulkDialog, BulkDialogs } from "./dialogs.tsx";

/** What can be done with several people at once. */
export function PeopleBulkBar({ selection }: { readonly selection: Selection<PersonSummary> }) {
  const client = useQueryClient();
  const app = useApp();
  const may_administer = useMayAdminister();
  const { chosen, clear } = selection;
  const celebrate = useCelebrate(chosen);
  const [dialog, setDialog] = useState<BulkDialog>();
  const { under_way, run } = useBulk<PersonSummary>({
    nameOf,
    refusedWords: (n) => tCount(n, "{n} person: not done", "{n} people: not done"),
    undoneWords: (n) => tCount(n, "{n} person as before", "{n} people as before"),
    onEnd: () => {
      clear();
      void client.invalidateQueries(peopleOf(app.id));
      void client.invalidateQueries({ queryKey: ["groups", app.id] });
    },
  });
  const busy = under_way?.name;
  const ask = (kind: BulkDialog["kind"]) => () => setDialog({ kind, open: true });
  return (
    <BulkBar label={t("Selected people")} selection={selection} under_way={under_way}>
      <Menu align="start" trigger={<Button icon={<PartyPopper />}>{t("Celebrate")}</Button>}>
        {PRESET_OPTIONS.map(({ value, label }) => (
          <MenuItem key={value} onClick={() => void celebrate(value)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <Button icon={<Send className="rtl:-scale-x-100" />} onClick={ask("message")}>
        {t("Send a message")}
      </Button>
      <Menu
        align="start"
        trigger={
          <Button icon={<Building2 />} busy={busy === "group"}>
            {t("Groups")}
          </Button>
        }
      >
        <MenuItem icon={<UserPlus />} onClick={ask("join")}>
          {t("Add to a group…")}
        </MenuItem>
        <MenuItem icon={<UserMinus />} onClick={ask("leave")}>
          {t("Take out of a group…")}
        </MenuItem>
      </Menu>
      <Menu
        align="start"
        trigger={
          <Button icon={<EyeOff />} busy={busy === "hide"}>
            {t("Hide##from people")}
          </Button>
        }
      >
        <MenuItem icon={<EyeOff />} onClick={ask("hide")}>
          {t("Hide a content…")}
        </MenuItem>
        <MenuItem icon={<Eye />} onClick={ask("show")}>
          {t("Show again…")}
        </MenuItem>
      </Menu>
      {may_administer && (
        <Menu
          trigger={
            <IconButton label={t("More")} look="secondary">
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuItem icon={<Download />} onClick={ask("export")}>
            {t("Export…")}
          </MenuItem>
          <MenuItem icon={<Trash2 />} onClick={ask("erase")}>
            {t("Erase…")}
          </MenuItem>
        </Menu>
      )}
      {dialog !== undefined && (
        <BulkDialogs dialog={dialog} people={chosen} onDialog={setDialog} onDeed={(deed) => run(deed, chosen)} />
      )}
    </BulkBar>
  );
}
