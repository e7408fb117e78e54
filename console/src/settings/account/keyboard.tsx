import { Keyboard } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../../language/t.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";

const ShortcutSheet = lazy(async () => ({ default: (await import("../../shell/shortcut-sheet.tsx")).ShortcutSheet }));

/** The way to the sheet of keys for who does not know yet that ? opens it. */
export function KeyboardSection() {
  const [open, setOpen] = useState<boolean>();
  return (
    <Section title={t("Keyboard")} description={t("Everything here can be done without a mouse. Press ? anywhere.")}>
      <div>
        <Button icon={<Keyboard />} onClick={() => setOpen(true)}>
          {t("Show the keys")}
        </Button>
      </div>
      {open !== undefined && (
        <Suspense fallback={null}>
          <ShortcutSheet open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </Section>
  );
}
