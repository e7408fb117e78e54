import { CELEBRATION_PRESETS, type CelebrationPreset } from "@fanfare/contract/celebration";
import type { PersonDetail } from "@fanfare/contract/schema/person";
import { Download, Ellipsis, Eye, EyeOff, PartyPopper, Send, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApp, useDoors, useMayAdminister, useMayEdit } from "../../doors.ts";
import { saveFile } from "../../download.ts";
import { t } from "../../language/t.ts";
import { asProblem } from "../../queries.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.tsx";
import { nameOf } from "../person-words.ts";
import { useWatch } from "./watch.ts";

const loadMessage = () => import("./message-dialog.tsx");
const MessageDialog = lazy(async () => ({ default: (await loadMessage()).MessageDialog }));
const EraseDialog = lazy(async () => ({ default: (await import("./erase-dialog.tsx")).EraseDialog }));

const PRESET_WORDS: Readonly<Record<CelebrationPreset, string>> = {
  burst: t("Burst"),
  cannons: t("Cannons"),
  fireworks: t("Fireworks"),
  rain: t("Rain"),
  snow: t("Snow"),
  stars: t("Stars"),
  emoji: t("Emoji"),
  school: t("School pride"),
};

/** What can be done for a person, as far as the member may. */
export function PersonActions({ person }: { readonly person: PersonDetail }) {
  const may_edit = useMayEdit();
  const may_erase = useMayAdminister();
  const [writing, setWriting] = useState<boolean | undefined>();
  const [erasing, setErasing] = useState<boolean | undefined>();
  const celebrate = useCelebrate(person);
  const takeAlong = useTakeAlong(person);
  const watch = useWatch(person);
  const watched = person.watched_until !== null;
  if (!may_edit) {
    return <p className="text-xs text-ink-3">{t("You may look. Editors send messages, celebrate and undo.")}</p>;
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Menu trigger={<Button icon={<PartyPopper />}>{t("Celebrate")}</Button>}>
        {CELEBRATION_PRESETS.map((preset) => (
          <MenuItem key={preset} onClick={() => void celebrate(preset)}>
            {PRESET_WORDS[preset]}
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
      <Menu
        trigger={
          <IconButton label={t("More")} look="secondary">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={watched ? <EyeOff /> : <Eye />} onClick={() => watch.set(!watched)}>
          {watched ? t("Stop watching") : t("Watch for thirty days")}
        </MenuItem>
        <MenuSeparator />
        {may_erase ? (
          <>
            <MenuItem icon={<Download />} onClick={() => void takeAlong()}>
              {t("Export as JSON")}
            </MenuItem>
            <MenuItem icon={<Trash2 />} onClick={() => setErasing(true)}>
              {t("Erase…")}
            </MenuItem>
          </>
        ) : (
          <MenuItem disabled onClick={() => undefined}>
            {t("Owners and admins export and erase")}
          </MenuItem>
        )}
      </Menu>
      <Suspense>
        {writing !== undefined && <MessageDialog open={writing} onOpenChange={setWriting} person={person} />}
        {erasing !== undefined && <EraseDialog open={erasing} onOpenChange={setErasing} person={person} />}
      </Suspense>
    </div>
  );
}

function useCelebrate(person: PersonDetail): (preset: CelebrationPreset) => Promise<void> {
  const { api } = useDoors();
  const app = useApp();
  return async (preset) => {
    try {
      await api.sendLiveUpdate({
        app_id: app.id,
        audience: { kind: "people", external_ids: [person.external_id] },
        body: { kind: "celebration", preset },
      });
      toast.done({
        title: t("Confetti for {name}", { name: nameOf(person) }),
        description: t("On their open pages now, or on the next that they open within a day."),
      });
    } catch (error) {
      toast.problem(asProblem(error));
    }
  };
}

/** Everything that is stored about the person, as a file. */
function useTakeAlong(person: PersonDetail): () => Promise<void> {
  const { api } = useDoors();
  const app = useApp();
  return async () => {
    try {
      const path = `people/${encodeURIComponent(person.external_id)}/export?app_id=${app.id}`;
      const file = await api.download(path, new AbortController().signal, () => undefined);
      saveFile(file, `${person.external_id.replaceAll(/[^\w.-]+/g, "_")}.json`);
    } catch (error) {
      toast.problem(asProblem(error));
    }
  };
}
