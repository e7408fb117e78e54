import { Plus, Trash2 } from "lucide-react";
import { Avatar } from "../src/ui/elements/avatar.tsx";
import { Badge } from "../src/ui/elements/badge.tsx";
import { Button } from "../src/ui/elements/button.tsx";
import { CopyButton } from "../src/ui/elements/copy-button.tsx";
import { IconButton } from "../src/ui/elements/icon-button.tsx";
import { Spinner } from "../src/ui/elements/spinner.tsx";
import { Tooltip } from "../src/ui/elements/tooltip.tsx";
import { MIXED, Row, Sample } from "./sample.tsx";

const LOOKS = ["primary", "secondary", "ghost", "chosen", "danger"] as const;
const SIZES = ["sm", "md", "lg"] as const;
const SIDES = ["top", "bottom", "inline-start", "inline-end"] as const;
const TONES = ["neutral", "positive", "caution", "accent", "negative"] as const;

export function ButtonKit() {
  return (
    <Sample title="Buttons and badges">
      {SIZES.map((size) => (
        <Row key={size}>
          {LOOKS.map((look) => (
            <Button key={look} variant={look} size={size} icon={<Plus />}>
              {look}
            </Button>
          ))}
          <IconButton label={`Delete, ${size}`} size={size}>
            <Trash2 />
          </IconButton>
        </Row>
      ))}
      <Row>
        {LOOKS.map((look) => (
          <Button key={look} variant={look} disabled>
            {look}, off
          </Button>
        ))}
        <Button variant="primary" busy>
          Working
        </Button>
        <Button busy>Working</Button>
        <IconButton label="Delete, off" disabled>
          <Trash2 />
        </IconButton>
        <IconButton label="Deleting" busy>
          <Trash2 />
        </IconButton>
      </Row>
      <Row>
        {SIDES.map((side) => (
          <Tooltip key={side} label={`A tooltip, ${side}`} side={side}>
            <Button>{side}</Button>
          </Tooltip>
        ))}
      </Row>
      <Row>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone} dot>
            {tone}
          </Badge>
        ))}
        <Badge>without a dot</Badge>
        <Badge tone="caution">{MIXED}</Badge>
        <Avatar name="Ada Lovelace" />
        <Avatar name={MIXED} />
        <Avatar name="Ada Lovelace" size="lg" />
        <CopyButton text="copied" label="Copy something" />
        <Spinner />
      </Row>
    </Sample>
  );
}
