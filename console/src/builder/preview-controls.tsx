import { Monitor, Moon, PilcrowLeft, PilcrowRight, Smartphone, Sun, SunMoon } from "lucide-react";
import { t } from "../language/t.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { PreviewLanguage } from "./preview-language.tsx";
import type { PreviewLook, PreviewTheme } from "./preview-look.ts";
import { PreviewPerson } from "./preview-person.tsx";
import { PreviewWorn } from "./preview-worn.tsx";

interface PreviewControlsProps {
  readonly look: PreviewLook;
  readonly onChange: (change: Partial<PreviewLook>) => void;
}

const NEXT_THEME: Readonly<Record<PreviewTheme, PreviewTheme>> = { system: "light", light: "dark", dark: "system" };
const THEME_WORDS = { system: t("Theme: as the console"), light: t("Theme: light"), dark: t("Theme: dark") } as const;
const THEME_ICONS = { system: <SunMoon />, light: <Sun />, dark: <Moon /> } as const;

/** As whom, in which language, on which screen, in which theme and in which reading direction the preview is looked at. */
export function PreviewControls({ look, onChange }: PreviewControlsProps) {
  const { device, theme, direction } = look;
  const rtl = direction === "rtl";
  return (
    <div className="flex items-center gap-1">
      <PreviewPerson person={look.person} onChange={onChange} />
      <PreviewLanguage locale={look.locale} onChange={onChange} />
      <PreviewWorn worn={look.worn} onChange={onChange} />
      <IconButton
        label={THEME_WORDS[theme]}
        size="sm"
        look={theme === "system" ? "ghost" : "chosen"}
        onClick={() => onChange({ theme: NEXT_THEME[theme] })}
      >
        {THEME_ICONS[theme]}
      </IconButton>
      <IconButton
        label={rtl ? t("Reads from the right") : t("Reads from the left")}
        size="sm"
        aria-pressed={rtl}
        onClick={() => onChange({ direction: rtl ? "ltr" : "rtl" })}
      >
        {rtl ? <PilcrowLeft /> : <PilcrowRight />}
      </IconButton>
      <Segmented
        label={t("Screen")}
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
