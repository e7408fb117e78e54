import { Monitor, Moon, Rows2, Rows4, Sun } from "lucide-react";
import { setColorScheme, useColorScheme } from "../../../lib/color-scheme.ts";
import { setDensity, useDensity } from "../../../lib/density.ts";
import { language, languages, setLanguage } from "../../../lib/i18n/language.ts";
import { t } from "../../../lib/i18n/t.ts";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { Section } from "../../../ui/page/section.tsx";

const THEMES = [
  { value: "system", label: t("System"), icon: <Monitor /> },
  { value: "light", label: t("Light"), icon: <Sun /> },
  { value: "dark", label: t("Dark"), icon: <Moon /> },
] as const;
const LANGUAGES = languages.map(({ tag, own_name }) => ({ value: tag, label: own_name }));
const DENSITIES = [
  { value: "comfortable", label: t("Comfortable"), icon: <Rows2 /> },
  { value: "compact", label: t("Compact"), icon: <Rows4 /> },
] as const;

/** Appearance of the console in this browser. */
export function AppearanceSection() {
  return (
    <Section title={t("Appearance")} description={t("Applies only to this browser.")}>
      <Choice label={t("Language")}>
        <Segmented
          label={t("Language")}
          value={language.tag}
          options={LANGUAGES}
          onChange={setLanguage}
          className="self-start"
        />
      </Choice>
      <Choice label={t("Theme")}>
        <Segmented
          label={t("Theme")}
          value={useColorScheme()}
          options={THEMES}
          onChange={setColorScheme}
          className="self-start"
        />
      </Choice>
      <Choice label={t("Density")}>
        <Segmented
          label={t("Density")}
          value={useDensity()}
          options={DENSITIES}
          onChange={setDensity}
          className="self-start"
        />
      </Choice>
    </Section>
  );
}

function Choice({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium">
        {label}
      </span>
      {children}
    </div>
  );
}
