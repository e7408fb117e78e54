import { BUILT_IN, BUILT_IN_THEME, type Theme } from "@fanfare/contract/theme";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApp, useDoors } from "../doors.ts";
import { Sentence } from "../language/sentence.tsx";
import { t } from "../language/t.ts";
import { themeQueries } from "../themes/queries.ts";
import { ThemeSwatch } from "../themes/swatch.tsx";
import { useWornTheme } from "../themes/use-worn-theme.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { PreviewControls } from "./preview-controls.tsx";
import { PreviewFrame } from "./preview-frame.tsx";
import { usePreviewLook } from "./preview-look.ts";
import { Row, Rows } from "./settings-row.tsx";

/** What is not chosen here is what the workspace wears. */
const OWN = "own";

/** In which theme people meet it. */
export function AppearanceTab() {
  const { state, dispatch } = useBuilder();
  const { api } = useDoors();
  const app = useApp();
  const { edition, name } = state.draft;
  const { data } = useQuery(themeQueries.all(api));
  const worn = useWornTheme(edition.theme);
  const [look, setLook] = usePreviewLook(edition.locale);
  const seen = useWornTheme(look.worn ?? edition.theme);
  const themes = data?.items ?? [];
  const own = themes.find(({ is_default }) => is_default);
  const gone =
    data !== undefined &&
    edition.theme !== undefined &&
    edition.theme !== BUILT_IN &&
    themes.every(({ id }) => id !== edition.theme);
  const problem = useProblemAt("theme");
  const shown: Theme = worn ?? BUILT_IN_THEME;
  return (
    <Rows>
      <Row
        title={t("Theme")}
        description={t("Colours, corners and type. A change of a theme reaches open pages at once.")}
      >
        <div className="flex flex-wrap items-end gap-4">
          <Field
            label={t("Theme")}
            className="w-72"
            error={gone ? t("This theme was deleted: people meet the workspace’s own.") : problem}
          >
            <Select
              value={gone ? OWN : (edition.theme ?? OWN)}
              options={[
                { value: OWN, label: t("The workspace’s own"), hint: own?.name ?? t("Built-in") },
                { value: BUILT_IN, label: t("Built-in") },
                ...themes.map((theme) => ({ value: theme.id, label: theme.name })),
              ]}
              onChange={(next) => dispatch({ kind: "set_rules", change: { theme: next === OWN ? undefined : next } })}
            />
          </Field>
          <ThemeSwatch theme={shown} className="h-16 w-44" />
        </div>
        <p className="text-sm text-ink-2">
          <Sentence
            text="{themes} are made once for all contents."
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
      </Row>
      <Row title={t("Preview")} description={t("This content in that theme, on a stand-in for your page.")} wide>
        <div className="flex max-w-150 justify-end">
          <PreviewControls look={look} onChange={setLook} />
        </div>
        <div
          className={
            look.device === "desktop" ? "flex aspect-[60/46] w-full max-w-150 flex-col" : "flex h-120 w-full flex-col"
          }
        >
          <PreviewFrame key={look.device} edition={edition} name={name} part_id={undefined} look={look} theme={seen} />
        </div>
      </Row>
    </Rows>
  );
}
