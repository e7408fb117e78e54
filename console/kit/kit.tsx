import { useTitle } from "../src/lib/use-title.ts";
import { Logo } from "../src/ui/elements/logo.tsx";
import { ColorSchemeSwitch } from "../src/ui/page/color-scheme-switch.tsx";
import { ButtonKit } from "./buttons.tsx";
import { FeedbackKit } from "./feedback.tsx";
import { FieldStatesKit } from "./field-states.tsx";
import { FieldKit } from "./fields.tsx";
import { ListKit } from "./lists.tsx";
import { LiveKit } from "./live.tsx";
import { OverlayKit } from "./overlays.tsx";
import { PageKit } from "./pages.tsx";
import { ProblemKit } from "./problems.tsx";
import { SettingsKit } from "./settings.tsx";
import { TableKit } from "./table.tsx";
import { TokenKit } from "./tokens.tsx";

export function Kit() {
  useTitle("Kit");
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex max-w-280 flex-col gap-12 p-6 outline-none [--gutter:1.25rem]"
    >
      <header className="flex items-center gap-3">
        <Logo />
        <h1 className="flex-1 text-xl font-semibold">Kit</h1>
        <ColorSchemeSwitch />
      </header>
      <TokenKit />
      <ButtonKit />
      <FieldKit />
      <FieldStatesKit />
      <OverlayKit />
      <FeedbackKit />
      <ProblemKit />
      <PageKit />
      <SettingsKit />
      <TableKit />
      <LiveKit />
      <ListKit />
    </main>
  );
}
