import { type PageTheme, THEME_SCHEMES, type Theme } from "@fanfare/contract/theme";
import { strongerColors } from "@fanfare/contract/theme-derive";
import { Contrast, Moon, Sun } from "lucide-react";
import { useMemo } from "react";
import { PreviewFrame } from "../builder/preview-frame.tsx";
import { t } from "../language/t.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { sampleEdition } from "./samples.ts";
import { type Light, SAMPLES, type SampleName } from "./search.ts";

interface ThemePreviewProps {
  readonly theme: Theme;
  readonly light: Light;
  readonly sample: SampleName;
  readonly onLight: (light: Light) => void;
  readonly onSample: (sample: SampleName) => void;
}

const SCHEMES = [
  { value: "light", label: t("Light"), icon: <Sun /> },
  { value: "dark", label: t("Dark"), icon: <Moon /> },
] as const;
const SAMPLE_WORDS: Readonly<Record<SampleName, string>> = {
  tour: t("Tour"),
  modal: t("Modal"),
  banner: t("Banner"),
  checklist: t("Checklist"),
};

/** What an author looks at: each kind of content in each light, by the player that visitors get. */
export function ThemePreview({ theme, light, sample, onLight, onSample }: ThemePreviewProps) {
  const scheme = light === "dark" || light === "more_dark" ? "dark" : "light";
  const strong = light === "more_light" || light === "more_dark";
  const worn = useMemo(() => inLight(theme, scheme, strong), [theme, scheme, strong]);
  const edition = useMemo(() => sampleEdition(sample), [sample]);
  return (
    <section aria-label={t("Preview")} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex items-center gap-1">
          <Segmented
            label={t("Light or dark")}
            value={scheme}
            options={SCHEMES}
            onChange={(next) => onLight(strong ? `more_${next}` : next)}
          />
          <IconButton
            label={t("As people see it who want more contrast")}
            aria-pressed={strong}
            look={strong ? "secondary" : "ghost"}
            onClick={() => onLight(strong ? scheme : `more_${scheme}`)}
          >
            <Contrast />
          </IconButton>
        </div>
        <Segmented
          label={t("Content")}
          value={sample}
          options={SAMPLES.map((value) => ({ value, label: SAMPLE_WORDS[value] }))}
          onChange={onSample}
        />
      </div>
      <div className="relative flex aspect-[60/46] w-full flex-col overflow-hidden rounded-lg border border-line">
        <PreviewFrame
          key={sample}
          edition={edition}
          name={SAMPLE_WORDS[sample]}
          part_id={undefined}
          look={{ device: "desktop", theme: scheme, direction: document.dir === "rtl" ? "rtl" : "ltr" }}
          theme={worn}
        />
      </div>
      <p className="text-xs text-ink-3 text-pretty">
        {strong
          ? t("Worked out from your colours for people who ask their system for more contrast.")
          : t("Drawn by the player that your visitors get, on a stand-in for your page.")}
      </p>
    </section>
  );
}

/** The theme as it is in that light, whatever the system of who looks at it. */
function inLight(theme: Theme, scheme: "light" | "dark", strong: boolean): PageTheme {
  const { host_attribute: _, ...rest } = theme;
  const palettes = strong
    ? Object.fromEntries(THEME_SCHEMES.map((each) => [each, { ...theme[each], ...strongerColors(theme[each]) }]))
    : {};
  return { ...rest, ...palettes, mode: scheme, more: { light: {}, dark: {} } };
}
