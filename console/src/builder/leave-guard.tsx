import { useBlocker } from "@tanstack/react-router";
import { t, tCount } from "../language/t.ts";
import { LeaveQuestion } from "../ui/leave-question.tsx";
import { useBuilder } from "./context.ts";

/** Leaving saves what is still waiting; only what cannot be saved is asked about. */
export function LeaveGuard() {
  const { store, state } = useBuilder();
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await store.flush()),
    enableBeforeUnload: () => store.state().save.kind !== "saved",
    withResolver: true,
  });
  const count = state.save.kind === "held" ? state.save.fields.length : 0;
  return (
    <LeaveQuestion
      open={blocker.status === "blocked"}
      lost={
        count > 0
          ? tCount(
              count,
              "Your last changes have a problem and could not be saved. Leaving drops them.",
              "Your last changes have {n} problems and could not be saved. Leaving drops them.",
            )
          : t("Your last changes could not be saved. Leaving drops them.")
      }
      onStay={blocker.reset}
      onLeave={blocker.proceed}
    />
  );
}
