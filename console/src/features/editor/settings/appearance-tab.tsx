import { BUILT_IN, BUILT_IN_THEME, type Theme } from "@fanfare/contract/theme/theme";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PreviewFrame } from "../../../components/preview/preview-frame.tsx";
import { usePreviewOptions } from "../../../components/preview/preview-options.ts";
import { useAppliedTheme } from "../../../components/preview/use-applied-theme.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t } from "../../../lib/i18n/t.ts";
import { themeQueries } from "../../../lib/queries/themes.ts";
import { ThemeSwatch } from "../../../ui/elements/theme-swatch.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SettingsRow, SettingsRows } from "../forms/settings-row.tsx";
import { PreviewControls } from "../preview/preview-controls.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";

const DEFAULT = "default";

export function AppearanceTab() {
  return (
    <SettingsRows>
      <ThemeRow />
      <PreviewRow />
    </SettingsRows>
  );
}

function ThemeRow() {
  const { state, dispatch } = useEditor();
  const { api } = useAppContext();
  const app = useApp();
  const { theme: chosen } = state.draft.edition;
  const { data } = useQuery(themeQueries.all(api));
  const applied: Theme = useAppliedTheme(chosen) ?? BUILT_IN_THEME;
  const problem = useProblemAt("theme");
  const themes = data?.items ?? [];
  const deleted =
    data !== undefined && chosen !== undefined && chosen !== BUILT_IN && themes.every(({ id }) => id !== chosen);
  const default_name = themes.find(({ is_default }) => is_default)?.name;
  return (
    <SettingsRow
      title={t("Theme")}
      description={t("Colors, corners, and fonts. Theme changes reach open pages immediately.")}
    >
      <div className="flex flex-wrap items-end gap-4">
        <Field
          label={t("Theme")}
          className="w-72"
          error={deleted ? t("This theme was deleted. People see the workspace’s default theme.") : problem}
        >
          <Select
            value={deleted ? DEFAULT : (chosen ?? DEFAULT)}
            options={[
              { value: DEFAULT, label: t("Workspace default"), hint: default_name ?? t("Built-in") },
              { value: BUILT_IN, label: t("Built-in") },
              ...themes.map((theme) => ({ value: theme.id, label: theme.name })),
            ]}
            onChange={(next) => dispatch({ kind: "set_rules", change: { theme: next === DEFAULT ? undefined : next } })}
          />
        </Field>
        <ThemeSwatch theme={applied} className="h-16 w-44" />
      </div>
      <p className="text-sm text-ink-2">
        <Sentence
          text="{themes} are shared by all content."
          parts={{
            themes: (
              <Link
                to="/$app/themes"
                params={{ app: app.id }}
                className="rounded-xs font-medium text-accent-text hover:underline"
              >
                {t("Themes")}
              </Link>
            ),
          }}
        />
      </p>
    </SettingsRow>
  );
}

function PreviewRow() {
  const { edition, name } = useEditor().state.draft;
  const [look, setLook] = usePreviewOptions(edition.locale);
  const theme = useAppliedTheme(look.theme_id ?? edition.theme);
  return (
    <SettingsRow title={t("Preview")} description={t("This content with the selected theme on a sample page.")} wide>
      <div className="flex max-w-150 justify-end">
        <PreviewControls look={look} onChange={setLook} />
      </div>
      <div
        className={
          look.device === "desktop" ? "flex aspect-[60/46] w-full max-w-150 flex-col" : "flex h-120 w-full flex-col"
        }
      >
        <PreviewFrame key={look.device} edition={edition} name={name} part_id={undefined} look={look} theme={theme} />
      </div>
    </SettingsRow>
  );
}
