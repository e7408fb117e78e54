import { Monitor, Moon, PilcrowLeft, PilcrowRight, Smartphone, Sun, SunMoon } from "lucide-react";
import type { PreviewColorScheme, PreviewOptions } from "../../../components/preview/preview-options.ts";
import { t } from "../../../lib/i18n/t.ts";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { PreviewLanguage } from "./preview-language.tsx";
import { PreviewPerson } from "./preview-person.tsx";
import { PreviewThemePicker } from "./preview-theme.tsx";

interface PreviewControlsProps {
  readonly look: PreviewOptions;
  readonly onChange: (change: Partial<PreviewOptions>) => void;
}

const NEXT_SCHEME: Readonly<Record<PreviewColorScheme, PreviewColorScheme>> = {
  system: "light",
  light: "dark",
  dark: "system",
};
const SCHEME_LABELS = {
  system: t("Appearance: same as console"),
  light: t("Appearance: light"),
  dark: t("Appearance: dark"),
} as const;
const SCHEME_ICONS = { system: <SunMoon />, light: <Sun />, dark: <Moon /> } as const;

export function PreviewControls({ look, onChange }: PreviewControlsProps) {
  const { device, theme, direction } = look;
  const rtl = direction === "rtl";
  return (
    <div className="flex items-center gap-1">
      <PreviewPerson person={look.person} onChange={onChange} />
      <PreviewLanguage locale={look.locale} onChange={onChange} />
      <PreviewThemePicker theme={look.theme_id} onChange={onChange} />
      <IconButton
        label={SCHEME_LABELS[theme]}
        size="sm"
        variant={theme === "system" ? "ghost" : "chosen"}
        onClick={() => onChange({ theme: NEXT_SCHEME[theme] })}
      >
        {SCHEME_ICONS[theme]}
      </IconButton>
      <IconButton
        label={rtl ? t("Right to left") : t("Left to right")}
        size="sm"
        aria-pressed={rtl}
        onClick={() => onChange({ direction: rtl ? "ltr" : "rtl" })}
      >
        {rtl ? <PilcrowLeft /> : <PilcrowRight />}
      </IconButton>
      <Segmented
        label={t("Device")}
        value={device}
        onChange={(next) => onChange({ device: next })}
        options={[
          { value: "desktop", label: t("Desktop"), icon: <Monitor />, icon_only: true },
          { value: "phone", label: t("Phone"), icon: <Smartphone />, icon_only: true },
        ]}
      />
    </div>
  );
}
