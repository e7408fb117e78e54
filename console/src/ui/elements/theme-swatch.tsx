import { type Palette, THEME_SCHEMES, type Theme } from "@fanfare/contract/theme/theme";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";

export function ThemeSwatch({ theme, className }: { readonly theme: Theme; readonly className?: string }) {
  const { radius_px, mode } = theme;
  const schemes = mode === "light" || mode === "dark" ? [mode] : THEME_SCHEMES;
  return (
    <span
      aria-hidden="true"
      data-picture
      className={cx("flex overflow-hidden rounded-md border border-line", className)}
    >
      {schemes.map((scheme) => (
        <Half key={scheme} palette={theme[scheme]} radius={Math.min(10, radius_px * 0.55)} dark={scheme === "dark"} />
      ))}
    </span>
  );
}

interface HalfProps {
  readonly palette: Palette;
  readonly radius: number;
  readonly dark: boolean;
}

function Half({ palette, radius, dark }: HalfProps) {
  const { surface, text, soft, border, accent, accent_text } = palette;
  return (
    <svg
      viewBox="0 0 120 84"
      preserveAspectRatio="xMidYMid meet"
      className="h-full min-w-0 flex-1"
      style={{ background: dark ? "#12131a" : "#eceef3" }}
    >
      <title>{t("Colors")}</title>
      <rect x="14" y="13" width="92" height="58" rx={radius} fill={surface} stroke={border} />
      <rect x="24" y="24" width="46" height="5" rx="2.500" fill={text} />
      <rect x="24" y="36" width="70" height="3.500" rx="1.750" fill={soft} opacity=".8" />
      <rect x="24" y="43" width="58" height="3.500" rx="1.750" fill={soft} opacity=".8" />
      <rect x="64" y="53" width="32" height="11" rx={radius * 0.64} fill={accent} />
      <rect x="72" y="57" width="16" height="3" rx="1.500" fill={accent_text} />
    </svg>
  );
}
