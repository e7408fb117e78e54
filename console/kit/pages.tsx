import { UsersRound } from "lucide-react";
import { announce } from "../src/ui/elements/announcer.tsx";
import { Avatar } from "../src/ui/elements/avatar.tsx";
import { Badge } from "../src/ui/elements/badge.tsx";
import { Button } from "../src/ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../src/ui/feedback/empty-state.tsx";
import { BACK_LINK } from "../src/ui/page/back-link.ts";
import { PageHeader } from "../src/ui/page/page-header.tsx";
import { ResourceHeader } from "../src/ui/page/resource-header.tsx";
import { TAB } from "../src/ui/page/tabs.ts";
import { LONG, MIXED, Row, Sample, SHEET } from "./sample.tsx";

const BACK = (
  <a href="#main" className={BACK_LINK}>
    All of them
  </a>
);
const ACTIONS = (
  <>
    <Button>Duplicate</Button>
    <Button variant="primary">Publish</Button>
  </>
);

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
        <ResourceHeader
          back={BACK}
          art={<Avatar name="Ada Lovelace" size="lg" />}
          name="Ada Lovelace"
          badges={<Badge tone="positive">Here now</Badge>}
          external_id="u_42"
          actions={ACTIONS}
        >
          <nav aria-label="Page sections" className="-mb-px flex w-full gap-5 overflow-x-auto">
            <a href="#main" aria-current="page" className={TAB}>
              Overview
            </a>
            <a href="#main" className={TAB}>
              History
            </a>
          </nav>
        </ResourceHeader>
      </div>
      <div className={SHEET}>
        <ResourceHeader back={BACK} name={LONG} external_id={LONG.replaceAll(" ", "_")} actions={ACTIONS} />
      </div>
      <div className={SHEET}>
        <ResourceHeader back={BACK} name={MIXED} external_id="u_مرحبًا" actions={<Button busy>Working</Button>} />
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
