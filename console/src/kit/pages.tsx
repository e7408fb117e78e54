import { UsersRound } from "lucide-react";
import { announce } from "../ui/announcer.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { BACK_LINK } from "../ui/back-link.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyArt, EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page.tsx";
import { SubjectHead } from "../ui/subject-head.tsx";
import { TAB } from "../ui/tab-row.ts";
import { LONG, MIXED, Row, Sample, SHEET } from "./sample.tsx";

const BACK = (
  <a href="#main" className={BACK_LINK}>
    All of them
  </a>
);
const ACTIONS = (
  <>
    <Button>Duplicate</Button>
    <Button look="primary">Publish</Button>
  </>
);

/** How a page begins. */
export function PageKit() {
  return (
    <Sample title="Heads of pages">
      <div className={SHEET}>
        <PageHeader title="People" />
      </div>
      <div className={SHEET}>
        <PageHeader title={LONG} description={LONG} actions={ACTIONS} />
      </div>
      <div className={SHEET}>
        <SubjectHead
          back={BACK}
          art={<Avatar name="Ada Lovelace" size="lg" />}
          name="Ada Lovelace"
          badges={<Badge tone="positive">Here now</Badge>}
          external_id="u_42"
          actions={ACTIONS}
        >
          <nav aria-label="Parts of the page" className="-mb-px flex w-full gap-5 overflow-x-auto">
            <a href="#main" aria-current="page" className={TAB}>
              Overview
            </a>
            <a href="#main" className={TAB}>
              History
            </a>
          </nav>
        </SubjectHead>
      </div>
      <div className={SHEET}>
        <SubjectHead back={BACK} name={LONG} external_id={LONG.replaceAll(" ", "_")} actions={ACTIONS} />
      </div>
      <div className={SHEET}>
        <SubjectHead back={BACK} name={MIXED} external_id="u_مرحبًا" actions={<Button busy>Working</Button>} />
      </div>
      <div className={SHEET}>
        <EmptyState art={<EmptyArt icon={UsersRound} />} title={LONG}>
          {LONG}
        </EmptyState>
      </div>
      <Row>
        <Button onClick={() => announce("Said to people who hear the page.")}>Say something</Button>
      </Row>
    </Sample>
  );
}
