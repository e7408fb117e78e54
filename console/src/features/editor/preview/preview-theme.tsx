import { BUILT_IN } from "@fanfare/contract/theme/theme";
import { useQuery } from "@tanstack/react-query";
import { Palette } from "lucide-react";
import type { PreviewOptions } from "../../../components/preview/preview-options.ts";
import { useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { themeQueries } from "../../../lib/queries/themes.ts";
import { Combobox } from "../../../ui/combobox/combobox.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";

/** The content's own theme. */
const CONTENT_THEME = "";

interface PreviewThemePickerProps {
  readonly theme: string | undefined;
  readonly onChange: (change: Partial<PreviewOptions>) => void;
}

/** Selects a theme for the preview without saving it. */
export function PreviewThemePicker({ theme, onChange }: PreviewThemePickerProps) {
  const { api } = useAppContext();
  const { data } = useQuery(themeQueries.all(api));
  const items = [
    { id: CONTENT_THEME, label: t("Selected theme"), hint: t("Previews don’t change the selected theme") },
    { id: BUILT_IN, label: t("Built-in") },
    ...(data?.items ?? []).map(({ id, name }) => ({ id, label: name })),
  ];
  // The theme may have been deleted since.
  const now = items.find(({ id }) => id === (theme ?? CONTENT_THEME)) ?? items[0];
  return (
    <Combobox
      label={t("Preview theme")}
      items={items}
      value={now ?? null}
      placeholder={t("Search themes")}
      onChange={({ id }) => onChange({ theme_id: id === CONTENT_THEME ? undefined : id })}
      trigger={(props) => (
        <IconButton
          {...props}
          label={t("Preview theme: {name}", { name: now?.label ?? "" })}
          size="sm"
          variant={theme === undefined ? "ghost" : "chosen"}
        >
          <Palette />
        </IconButton>
      )}
    />
  );
}
