import { useState } from "react";
import { Button } from "../src/ui/elements/button.tsx";
import { QrCode } from "../src/ui/elements/qr-code.tsx";
import { SecretOnce } from "../src/ui/elements/secret-once.tsx";
import { Checkbox } from "../src/ui/forms/checkbox.tsx";
import { Field } from "../src/ui/forms/field.tsx";
import { FileDrop } from "../src/ui/forms/file-drop.tsx";
import { Input } from "../src/ui/forms/input.tsx";
import { ConfirmDialog } from "../src/ui/overlay/confirm-dialog.tsx";
import { DialogFooter } from "../src/ui/overlay/dialog-footer.tsx";
import { FormDialog } from "../src/ui/overlay/form-dialog.tsx";
import { LeaveDialog } from "../src/ui/overlay/leave-dialog.tsx";
import { SidePanel } from "../src/ui/overlay/side-panel.tsx";
import { Section } from "../src/ui/page/section.tsx";
import { LONG, Row, Sample, SHEET } from "./sample.tsx";

/** What the settings are made of. */
export function SettingsKit() {
  const [checked, setChecked] = useState(true);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [form, setForm] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [beside, setBeside] = useState(false);
  const [said, setSaid] = useState("");
  return (
    <Sample title="Settings">
      <div className={SHEET}>
        <Section title="A part of a page" description="Words at the start, what they are about beside them.">
          <SecretOnce label="A value to take along" value="ffs_0000000000000000000000000000000000000000" />
          <Checkbox label="One of several" hint="That may all be chosen" checked={checked} onChange={setChecked} />
          <Checkbox label="Not now" checked={false} disabled onChange={() => undefined} />
          <SecretOnce label="A long one" value={LONG.replaceAll(" ", "_")} />
          <FileDrop bytes_max={5_000_000} onFile={(file) => setSaid(file.name)} onWrong={setSaid} />
          <output className="text-sm text-ink-2 wrap-anywhere">{said}</output>
          <QrCode text="https://fanfare.example" label="A text for a camera" />
        </Section>
        <Section title={LONG} description={LONG} actions={<Button size="sm">About all of it</Button>} bare>
          <p className="px-(--gutter) pb-5 text-sm text-ink-2">A list, from edge to edge.</p>
        </Section>
      </div>
      <Row>
        <Button onClick={() => setAsking(true)}>Typed confirmation</Button>
        <Button onClick={() => setBusy(true)}>Confirmation at work</Button>
        <Button onClick={() => setForm(true)}>Form in a dialog</Button>
        <Button onClick={() => setLeaving(true)}>Question on the way out</Button>
        <Button onClick={() => setBeside(true)}>Beside the list</Button>
      </Row>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Pause Shop?"
        description="What is typed first shows that it is meant."
        action="Pause app"
        typed="Shop"
        busy={false}
        onConfirm={() => setAsking(false)}
      />
      <ConfirmDialog
        open={busy}
        onOpenChange={setBusy}
        title={LONG}
        description={LONG}
        action="Delete it"
        busy
        onConfirm={() => undefined}
      />
      <FormDialog open={form} onOpenChange={setForm} title="New segment" description={LONG}>
        <Field label="Name">
          <Input />
        </Field>
        <DialogFooter>
          <Button onClick={() => setForm(false)}>Cancel</Button>
          <Button variant="primary" onClick={() => setForm(false)}>
            Make the segment
          </Button>
        </DialogFooter>
      </FormDialog>
      <LeaveDialog
        open={leaving}
        lost="If you leave now, you’ll lose your changes."
        onStay={() => setLeaving(false)}
        onLeave={() => setLeaving(false)}
      />
      <SidePanel open={beside} onOpenChange={setBeside} title="One row" description="In full">
        The list stays in sight.
      </SidePanel>
    </Sample>
  );
}
