import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../lib/i18n/t.ts";
import { IconButton } from "../elements/icon-button.tsx";
import { Menu } from "./menu.tsx";

interface RowMenuProps {
  /** Name of the row's resource. */
  readonly name: string;
  readonly children: ReactNode;
}

/** Menu with the actions of a list's row. */
export function RowMenu({ name, children }: RowMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={t("Actions for {name}", { name })}>
          <Ellipsis />
        </IconButton>
      }
    >
      {children}
    </Menu>
  );
}
