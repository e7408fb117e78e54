import { Copy, EllipsisVertical, Trash2 } from "lucide-react";
import { useState } from "react";
import { networkProblem } from "../src/lib/api/api-problem.ts";
import { toast } from "../src/lib/toast.ts";
import { Button } from "../src/ui/elements/button.tsx";
import { IconButton } from "../src/ui/elements/icon-button.tsx";
import { Dialog } from "../src/ui/overlay/dialog.tsx";
import { Menu, MenuCheck, MenuChoice, MenuItem, MenuSeparator } from "../src/ui/overlay/menu.tsx";
import { RowMenu } from "../src/ui/overlay/row-menu.tsx";
import { LONG, Row, Sample } from "./sample.tsx";

const ORDERS = [
  { value: "new", label: "Newest first" },
  { value: "old", label: "Oldest first" },
] as const;

export function OverlayKit() {
  const [open, setOpen] = useState(false);
  const [dense, setDense] = useState(true);
  const [order, setOrder] = useState<"new" | "old">("new");
  return (
    <Sample title="Dialog, menu, toasts">
      <Row>
        <Button onClick={() => setOpen(true)}>Dialog</Button>
        <Menu
          trigger={
            <IconButton label="Menu" variant="secondary">
              <EllipsisVertical />
            </IconButton>
          }
        >
          <MenuChoice label="Order" value={order} options={ORDERS} onChange={setOrder} />
          <MenuSeparator />
          <MenuCheck checked={dense} onChange={setDense}>
            Dense rows
          </MenuCheck>
          <MenuCheck checked={false} disabled onChange={() => undefined}>
            Not now, either
          </MenuCheck>
          <MenuSeparator />
          <MenuItem icon={<Copy />} onClick={() => undefined}>
            Duplicate
          </MenuItem>
          <MenuItem onClick={() => undefined}>{LONG}</MenuItem>
          <MenuItem icon={<Copy />} disabled onClick={() => undefined}>
            Not now
          </MenuItem>
          <MenuItem icon={<Trash2 />} onClick={() => undefined}>
            Delete
          </MenuItem>
        </Menu>
        <RowMenu name="Welcome">
          <MenuItem onClick={() => undefined}>Archive</MenuItem>
        </RowMenu>
        <Button onClick={() => toast.done({ title: "Done", description: "It is live." })}>Toast, done</Button>
        <Button
          onClick={() =>
            toast.note({ title: "“Step 2” was deleted", action: { label: "Undo", onClick: () => undefined } })
          }
        >
          Toast, undo
        </Button>
        <Button onClick={() => toast.problem(networkProblem(undefined))}>Toast, problem</Button>
      </Row>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Discard unsaved changes?"
        description="Your latest changes have an issue and weren’t saved. If you leave now, you’ll lose them."
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Keep editing</Button>
            <Button variant="danger" onClick={() => setOpen(false)}>
              Discard changes
            </Button>
          </>
        }
      />
    </Sample>
  );
}
