import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { SecretOnce } from "../ui/secret-once.tsx";
import { Section } from "../ui/section.tsx";
import { SidePanel } from "../ui/side-panel.tsx";
import { Row, Sample, SHEET } from "./sample.tsx";

/** What the settings are made of. */
export function SettingsKit() {
  const [checked, setChecked] = useState(true);
  const [asking, setAsking] = useState(false);
  const [beside, setBeside] = useState(false);
  return (
    <Sample title="Settings">
      <div className={SHEET}>
        <Section title="A part of a page" description="Words at the start, what they are about beside them.">
          <SecretOnce label="A value to take along" value="ffs_0000000000000000000000000000000000000000" />
          <Checkbox label="One of several" hint="That may all be chosen" checked={checked} onChange={setChecked} />
          <Checkbox label="Not now" checked={false} disabled onChange={() => undefined} />
          <QrCode text="https://fanfare.example" label="A text for a camera" />
        </Section>
      </div>
      <Row>
        <Button onClick={() => setAsking(true)}>Typed confirmation</Button>
        <Button onClick={() => setBeside(true)}>Beside the list</Button>
      </Row>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Pause Shop?"
        description="What is typed first shows that it is meant."
        action="Pause the app"
        typed="Shop"
        busy={false}
        onConfirm={() => setAsking(false)}
      />
      <SidePanel open={beside} onOpenChange={setBeside} title="One row" description="In full">
        The list stays in sight.
      </SidePanel>
    </Sample>
  );
}
