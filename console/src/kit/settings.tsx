import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Field } from "../ui/field.tsx";
import { FileDrop } from "../ui/file-drop.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Input } from "../ui/input.tsx";
import { LeaveQuestion } from "../ui/leave-question.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { SecretOnce } from "../ui/secret-once.tsx";
import { Section } from "../ui/section.tsx";
import { SidePanel } from "../ui/side-panel.tsx";
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
        action="Pause the app"
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
        <DialogFoot>
          <Button onClick={() => setForm(false)}>Cancel</Button>
          <Button look="primary" onClick={() => setForm(false)}>
            Make the segment
          </Button>
        </DialogFoot>
      </FormDialog>
      <LeaveQuestion
        open={leaving}
        lost="What you wrote here was not saved. Leaving drops it."
        onStay={() => setLeaving(false)}
        onLeave={() => setLeaving(false)}
      />
      <SidePanel open={beside} onOpenChange={setBeside} title="One row" description="In full">
        The list stays in sight.
      </SidePanel>
    </Sample>
  );
}
