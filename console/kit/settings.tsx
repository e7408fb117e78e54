import { useState } from "react";
import { Button } from "../src/ui/elements/button.tsx";
import { QrCode } from "../src/ui/elements/qr-code.tsx";
import { SecretOnce } from "../src/ui/elements/secret-once.tsx";
import { Checkbox } from "../src/ui/forms/checkbox.tsx";
import { Field } from "../src/ui/forms/field.tsx";
import { FileDrop, FilesDrop } from "../src/ui/forms/file-drop.tsx";
import { Input } from "../src/ui/forms/input.tsx";
import { ConfirmDialog } from "../src/ui/overlay/confirm-dialog.tsx";
import { DialogFooter } from "../src/ui/overlay/dialog-footer.tsx";
import { FormDialog } from "../src/ui/overlay/form-dialog.tsx";
import { LeaveDialog } from "../src/ui/overlay/leave-dialog.tsx";
import { SidePanel } from "../src/ui/overlay/side-panel.tsx";
import { Section } from "../src/ui/page/section.tsx";
import { LONG, Row, Sample, SHEET } from "./sample.tsx";

export function SettingsKit() {
  return (
    <Sample title="Settings">
      <div className={SHEET}>
        <ExampleSection />
        <Section title={LONG} description={LONG} actions={<Button size="sm">About all of it</Button>} bare>
          <p className="px-(--gutter) pb-5 text-sm text-ink-2">A list, from edge to edge.</p>
        </Section>
      </div>
      <Overlays />
    </Sample>
  );
}

function ExampleSection() {
  const [checked, setChecked] = useState(true);
  const [file, setFile] = useState("");
  return (
    <Section title="A part of a page" description="Words at the start, what they are about beside them.">
      <SecretOnce label="A value to take along" value="ffs_0000000000000000000000000000000000000000" />
      <Checkbox label="One of several" hint="That may all be chosen" checked={checked} onChange={setChecked} />
      <Checkbox label="Not now" checked={false} disabled onChange={() => undefined} />
      <SecretOnce label="A long one" value={LONG.replaceAll(" ", "_")} />
      <FileDrop bytes_max={5_000_000} onFile={({ name }) => setFile(name)} onWrong={setFile} />
      <FilesDrop
        label="Files"
        prompt="Select files"
        accept=".json"
        files_max={3}
        bytes_max={1_000_000}
        onFiles={(files) => setFile(files.map(({ name }) => name).join(", "))}
        onWrong={setFile}
      />
      <output className="text-sm text-ink-2 wrap-anywhere">{file}</output>
      <QrCode text="https://fanfare.example" label="A text for a camera" />
    </Section>
  );
}

type Overlay = "typed" | "busy" | "form" | "leave" | "panel";

function Overlays() {
  const [shown, setShown] = useState<Overlay>();
  const close = (): void => setShown(undefined);
  const overlay = (id: Overlay) => ({ open: shown === id, onOpenChange: (open: boolean) => open || close() });
  return (
    <>
      <Row>
        <Button onClick={() => setShown("typed")}>Typed confirmation</Button>
        <Button onClick={() => setShown("busy")}>Confirmation at work</Button>
        <Button onClick={() => setShown("form")}>Form in a dialog</Button>
        <Button onClick={() => setShown("leave")}>Question on the way out</Button>
        <Button onClick={() => setShown("panel")}>Beside the list</Button>
      </Row>
      <ConfirmDialog
        {...overlay("typed")}
        title="Pause Shop?"
        description="What is typed first shows that it is meant."
        action="Pause app"
        typed="Shop"
        busy={false}
        onConfirm={close}
      />
      <ConfirmDialog
        {...overlay("busy")}
        title={LONG}
        description={LONG}
        action="Delete it"
        busy
        onConfirm={() => undefined}
      />
      <FormDialog {...overlay("form")} title="New segment" description={LONG}>
        <Field label="Name">
          <Input />
        </Field>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={close}>
            Make the segment
          </Button>
        </DialogFooter>
      </FormDialog>
      <LeaveDialog
        open={shown === "leave"}
        lost="If you leave now, you’ll lose your changes."
        onStay={close}
        onLeave={close}
      />
      <SidePanel {...overlay("panel")} title="One row" description="In full">
        The list stays in sight.
      </SidePanel>
    </>
  );
}
