import { Monitor, Moon, Rows2, Rows4, Sun } from "lucide-react";
import { chooseDensity, useDensity } from "../../density.ts";
import { chooseTheme, useTheme } from "../../theme.ts";
import { Section } from "../../ui/section.tsx";
import { Segmented } from "../../ui/segmented.tsx";

const THEMES = [
  { value: "system", label: "System", icon: <Monitor /> },
  { value: "light", label: "Light", icon: <Sun /> },
  { value: "dark", label: "Dark", icon: <Moon /> },
] as const;
const DENSITIES = [
  { value: "comfortable", label: "Comfortable", icon: <Rows2 /> },
  { value: "compact", label: "Compact", icon: <Rows4 /> },
] as const;

/** How the console looks in this browser. */
export function AppearanceSection() {
  return (
    <Section title="Appearance" description="In this browser.">
      <Choice label="Theme">
        <Segmented label="Theme" value={useTheme()} options={THEMES} onChange={chooseTheme} className="self-start" />
      </Choice>
      <Choice label="Density">
        <Segmented
          label="Density"
          value={useDensity()}
          options={DENSITIES}
          onChange={chooseDensity}
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
