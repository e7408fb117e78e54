import type { Body } from "@fanfare/contract/content";
import { t } from "../language/t.ts";
import { Callout } from "../ui/callout.tsx";
import { SwitchField } from "../ui/switch.tsx";
import { useBuilder, useProblemAt } from "./context.ts";

/** Whether Escape closes it: for what can stay until its cross is pressed. */
export function EscapeField() {
  const { state, dispatch } = useBuilder();
  const { body } = state.draft.edition;
  const problem = useProblemAt("body.escape");
  if (body.type === "checklist" || body.type === "celebration") return null;
  if (body.escape === undefined && !canStay(body)) return null;
  const { escape: stays, ...rest } = body;
  return (
    <>
      <SwitchField
        label={t("Escape closes it")}
        hint={t("Where it does not, the cross of the card does.")}
        checked={stays === undefined}
        onChange={(closes) => dispatch({ kind: "set_body", body: closes ? rest : { ...rest, escape: "stays" } })}
      />
      {problem !== undefined && <Callout tone="problem">{problem}</Callout>}
    </>
  );
}

/** What it is that the contract lets stay. */
function canStay(body: Body): boolean {
  switch (body.type) {
    case "tour":
    case "survey":
      return true;
    case "hint":
      return body.form === "popover";
    case "announcement":
      return body.form !== "toast" && body.form !== "banner";
    case "checklist":
    case "celebration":
      return false;
  }
}
