import { highContrastColors } from "@fanfare/contract/theme/derive-theme";
import { type PageTheme, THEME_SCHEMES, type Theme } from "@fanfare/contract/theme/theme";
import { Contrast, Moon, Sun } from "lucide-react";
import { useMemo } from "react";
import { PreviewFrame } from "../../components/preview/preview-frame.tsx";
import { t } from "../../lib/i18n/t.ts";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { Segmented } from "../../ui/forms/segmented.tsx";
import { themeSampleEdition } from "./samples.ts";
import { SAMPLES, type SampleName, type ThemeScheme } from "./search.ts";

interface ThemePreviewProps {
  readonly theme: Theme;
  readonly light: ThemeScheme;
  readonly sample: SampleName;
  readonly onLight: (light: ThemeScheme) => void;
  readonly onSample: (sample: SampleName) => void;
}

const SCHEMES = [
  { value: "light", label: t("Light"), icon: <Sun /> },
  { value: "dark", label: t("Dark"), icon: <Moon /> },
] as const;
const SAMPLE_LABELS: Readonly<Record<SampleName, string>> = {
  tour: t("Tour"),
  modal: t("Modal"),
  banner: t("Banner"),
  checklist: t("Checklist"),
};

/** Preview of each content type in each color scheme, rendered by the SDK's player. */
export function ThemePreview({ theme, light, sample, onLight, onSample }: ThemePreviewProps) {
  const scheme = light === "dark" || light === "more_dark" ? "dark" : "light";
  const strong = light === "more_light" || light === "more_dark";
  const preview_theme = useMemo(() => inLight(theme, scheme, strong), [theme, scheme, strong]);
  const edition = useMemo(() => themeSampleEdition(sample), [sample]);
  return (
    <section aria-label={t("Preview")} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex items-center gap-1">
          <Segmented
            label={t("Color mode")}
            value={scheme}
            options={SCHEMES}
            onChange={(next) => onLight(strong ? `more_${next}` : next)}
          />
          <IconButton
            label={t("High contrast")}
            aria-pressed={strong}
            variant={strong ? "secondary" : "ghost"}
            onClick={() => onLight(strong ? scheme : `more_${scheme}`)}
          >
            <Contrast />
          </IconButton>
        </div>
        <Segmented
          label={t("Content")}
          value={sample}
          options={SAMPLES.map((value) => ({ value, label: SAMPLE_LABELS[value] }))}
          onChange={onSample}
        />
      </div>
      <div className="relative flex aspect-[60/46] w-full flex-col overflow-hidden rounded-lg border border-line">
        <PreviewFrame
          key={sample}
          edition={edition}
          name={SAMPLE_LABELS[sample]}
          part_id={undefined}
          look={{ device: "desktop", theme: scheme, direction: document.dir === "rtl" ? "rtl" : "ltr" }}
          theme={preview_theme}
        />
      </div>
      <p className="text-xs text-ink-3 text-pretty">
        {strong
          ? t("Generated from your colors for people who use high contrast.")
          : t("Rendered on a sample page by the same SDK that your pages use.")}
      </p>
    </section>
  );
}

/** Returns the theme fixed to a color scheme, regardless of the system's. */
function inLight(theme: Theme, scheme: "light" | "dark", strong: boolean): PageTheme {
  const { host_attribute: _, ...rest } = theme;
  const palettes = strong
    ? Object.fromEntries(THEME_SCHEMES.map((each) => [each, { ...theme[each], ...highContrastColors(theme[each]) }]))
    : {};
  return { ...rest, ...palettes, mode: scheme, more: { light: {}, dark: {} } };
}
