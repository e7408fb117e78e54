import {
  type AnnouncementBody,
  BANNER_PLACES,
  type BannerPlace,
  type BannerPosition,
  type Countdown,
  type ElementPosition,
} from "@fanfare/contract/content/announcement";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { t } from "../../../lib/i18n/t.ts";
import { BANNER_PLACE_LABELS } from "../../../model/comparison/value-labels.ts";
import { newStrategy } from "../../../model/draft/steps.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { useProblemAt } from "../state/editor-context.ts";
import { TargetEditor } from "../target/target-editor.tsx";
import { ZONES } from "../targeting/schedule-fields.tsx";

interface BannerFieldsProps {
  readonly body: AnnouncementBody;
  readonly onChange: (change: Pick<AnnouncementBody, "position">) => void;
}

const TOP: BannerPosition = { place: "top" };

function positionAt(place: BannerPlace, position: BannerPosition): BannerPosition {
  if (place === "top" || place === "bottom") return "sticky" in position ? { ...position, place } : { place };
  return "target" in position ? { ...position, place } : newElementPosition(place);
}

/** The element of the page that content is placed at, and how long to wait for it. */
export function ElementPositionFields({ position, onChange }: ElementPositionFieldsProps) {
  const problem = useProblemAt("body.position.wait_ms");
  return (
    <>
      <TargetEditor
        target={position.target}
        path="body.position.target"
        onChange={(target) => onChange({ ...position, target })}
        proposable
      />
      <Field
        label={t("Wait for target")}
        error={problem}
        hint={t("After this time, the target is reported as missing. The content keeps waiting.")}
      >
        <NumberInput
          value={position.wait_ms / SECOND_MS}
          unit={t("seconds##unit")}
          max={limits.step_wait_ms_max / SECOND_MS}
          onChange={(seconds) => onChange({ ...position, wait_ms: Math.round(seconds * SECOND_MS) })}
        />
      </Field>
    </>
  );
}

interface ElementPositionFieldsProps {
  readonly position: ElementPosition;
  readonly onChange: (position: ElementPosition) => void;
}

export function newElementPosition(place: ElementPosition["place"]): ElementPosition {
  return { place, target: { strategies: [newStrategy("test_id")] }, wait_ms: limits.step_wait_ms_default };
}

/** Where a banner is on the page. */
export function BannerFields({ body, onChange }: BannerFieldsProps) {
  const { position = TOP } = body;
  const move = (next: BannerPosition): void => onChange({ position: next });
  return (
    <>
      <Field label={t("Position")}>
        <Select
          value={position.place}
          options={BANNER_PLACES.map((value) => ({ value, label: BANNER_PLACE_LABELS[value] }))}
          onChange={(place) => move(positionAt(place, position))}
        />
      </Field>
      {"target" in position ? (
        <ElementPositionFields position={position} onChange={move} />
      ) : (
        <SwitchField
          label={t("Sticky")}
          hint={t("The banner stays on the screen while people scroll.")}
          checked={position.sticky === true}
          onChange={(sticky) => move(sticky ? { ...position, sticky } : { place: position.place })}
        />
      )}
    </>
  );
}

interface CountdownFieldsProps {
  readonly countdown: Countdown | undefined;
  readonly onChange: (countdown: Countdown | undefined) => void;
}

export function CountdownFields({ countdown, onChange }: CountdownFieldsProps) {
  const ends_problem = useProblemAt("body.countdown.ends_at");
  const text_problem = useProblemAt("body.countdown.ended_text");
  return (
    <>
      <SwitchField
        label={t("Countdown")}
        hint={t("Shows the time left until a date.")}
        checked={countdown !== undefined}
        onChange={(on) => onChange(on ? { ends_at: "", zone: "person" } : undefined)}
      />
      {countdown !== undefined && (
        <>
          <Field label={t("Counts down to")} error={ends_problem}>
            <Input
              type="datetime-local"
              value={countdown.ends_at}
              onChange={(event) => onChange({ ...countdown, ends_at: event.target.value })}
            />
          </Field>
          <Segmented
            label={t("Time zone of the countdown")}
            value={countdown.zone}
            options={ZONES}
            onChange={(zone) => onChange({ ...countdown, zone })}
            className="self-start"
          />
          <Field
            label={t("Text after the end")}
            optional
            error={text_problem}
            hint={t("Replaces the text and the button. Without it, the banner closes.")}
          >
            <Input
              value={countdown.ended_text ?? ""}
              maxLength={limits.countdown_text_chars_max}
              onChange={({ target: { value } }) => {
                const { ended_text: _, ...rest } = countdown;
                onChange(value === "" ? rest : { ...rest, ended_text: value });
              }}
            />
          </Field>
        </>
      )}
    </>
  );
}
