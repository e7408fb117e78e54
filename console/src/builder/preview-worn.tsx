import { BUILT_IN } from "@fanfare/contract/theme";
import { useQuery } from "@tanstack/react-query";
import { Palette } from "lucide-react";
import { useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { themeQueries } from "../themes/queries.ts";
import { Combobox } from "../ui/combobox.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import type { PreviewLook } from "./preview-look.ts";

/** Stands for the theme that the content chooses itself. */
const CHOSEN = "";

interface PreviewWornProps {
  readonly worn: string | undefined;
  readonly onChange: (change: Partial<PreviewLook>) => void;
}

/** In which theme of Fanfare the content is looked at, whatever it chooses: to try one without saving it. */
export function PreviewWorn({ worn, onChange }: PreviewWornProps) {
  const { api } = useDoors();
  const { data } = useQuery(themeQueries.all(api));
  const items = [
    { id: CHOSEN, label: t("As it will be"), hint: t("Nothing is saved by looking") },
    { id: BUILT_IN, label: t("Built-in") },
    ...(data?.items ?? []).map(({ id, name }) => ({ id, label: name })),
  ];
  // What was deleted meanwhile is worn no more.
  const now = items.find(({ id }) => id === (worn ?? CHOSEN)) ?? items[0];
  return (
    <Combobox
      label={t("Theme of the preview")}
      items={items}
      value={now ?? null}
      placeholder={t("Search themes")}
      empty={t("No theme has this name.")}
      onChange={({ id }) => onChange({ worn: id === CHOSEN ? undefined : id })}
      trigger={(props) => (
        <IconButton
          {...props}
          label={t("Wears: {name}", { name: now?.label ?? "" })}
          size="sm"
          look={worn === undefined ? "ghost" : "chosen"}
        >
          <Palette />
        </IconButton>
      )}
    />
  );
}
