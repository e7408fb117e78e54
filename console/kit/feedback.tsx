import { EmptyStateArt } from "../src/features/content/empty-state-art.tsx";
import { Button } from "../src/ui/elements/button.tsx";
import { CodeBlock } from "../src/ui/elements/code-block.tsx";
import { Disclosure } from "../src/ui/elements/disclosure.tsx";
import { RelativeTime } from "../src/ui/elements/relative-time.tsx";
import { Callout } from "../src/ui/feedback/callout.tsx";
import { EmptyState } from "../src/ui/feedback/empty-state.tsx";
import { Progress } from "../src/ui/feedback/progress.tsx";
import { Skeleton } from "../src/ui/feedback/skeleton.tsx";
import { LONG, MIXED, Row, Sample, SHEET } from "./sample.tsx";

export function FeedbackKit() {
  return (
    <Sample title="Feedback">
      <Progress label="Downloading" share={undefined} text="Beginning" />
      <Progress label="Downloading" share={0} text="0 of 3,000 people" />
      <Progress label="Downloading" share={0.4} text="1,200 of 3,000 people" />
      <Progress label="Downloading" share={1} text="3,000 of 3,000 people" />
      <Disclosure summary="View content, and 2 more">
        <p className="ps-4">{MIXED}</p>
      </Disclosure>
      <CodeBlock code={'fanfare.identify("u_42", { name: "Ada" });'} copy_label="Copy snippet" />
      <CodeBlock
        code={`fanfare.identify(${JSON.stringify(LONG.replaceAll(" ", "_"))});`}
        copy_label="Copy the long one"
      />
      <Callout title="Good to know">A few words beside what they are about.</Callout>
      <Callout tone="caution">Something to be careful with.</Callout>
      <Callout tone="problem">Something that went wrong, and what to do.</Callout>
      <Callout title={MIXED}>{LONG}</Callout>
      <div className="grid gap-4 md:grid-cols-2">
        <div className={SHEET}>
          <EmptyState
            art={<EmptyStateArt />}
            title="Nothing here yet"
            actions={<Button variant="primary">Make one</Button>}
          >
            What would be here, and how it comes.
          </EmptyState>
        </div>
        <div className={SHEET}>
          <EmptyState title="Nothing was found">Search for less, or clear the filters.</EmptyState>
        </div>
      </div>
      <Row>
        <Skeleton className="h-3.5 w-40" />
        <Skeleton className="h-3.5 w-24" />
        <RelativeTime at="2026-11-20T12:00:00.000Z" className="text-sm text-ink-2" />
      </Row>
    </Sample>
  );
}
