import { systemClock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { FolderPlus, Plus, Trash2 } from "lucide-react";
import { Fragment, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "../../lib/i18n/t.ts";
import { measureRule, type RuleGroup, type RuleNode, toRule, toRuleGroup } from "../../model/rules/rule-tree.ts";
import { cx } from "../../ui/cx.ts";
import { Button } from "../../ui/elements/button.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { ConditionRow } from "./condition-row.tsx";
import { CONDITIONS, type ConditionKind, newCondition } from "./conditions.ts";

interface RuleBuilderProps {
  /** Undefined matches everyone. */
  readonly rule: Rule | undefined;
  readonly onChange: (rule: Rule | undefined) => void;
  readonly kinds: readonly ConditionKind[];
  readonly disabled?: boolean;
}

/**
 * Builds a rule from nested groups. Each group matches all, any, or none of its conditions.
 *
 * @example
 * <RuleBuilder rule={segment.rule} onChange={setRule} kinds={PEOPLE_CONDITIONS} />
 */
export function RuleBuilder({ rule, onChange, kinds, disabled = false }: RuleBuilderProps) {
  const root = toRuleGroup(rule);
  const { nodes } = measureRule(rule);
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="sr-only">{t("Conditions")}</legend>
      <Group
        group={root}
        depth={1}
        full={nodes >= limits.rule_nodes_max}
        kinds={kinds}
        onChange={(next) => onChange(toRule(next))}
        onRemove={undefined}
      />
    </fieldset>
  );
}

const MODES = [
  { value: "and", label: t("All of these") },
  { value: "or", label: t("Any of these") },
  { value: "none", label: t("None of these") },
  { value: "not_all", label: t("Not all of these") },
] as const;
type Mode = (typeof MODES)[number]["value"];

const groupMode = ({ negated, of }: RuleGroup): Mode => (negated ? (of === "or" ? "none" : "not_all") : of);

function inMode(group: RuleGroup, mode: Mode): RuleGroup {
  const negated = mode === "none" || mode === "not_all";
  return { ...group, negated, of: mode === "or" || mode === "none" ? "or" : "and" };
}

interface GroupProps {
  readonly group: RuleGroup;
  readonly depth: number;
  readonly full: boolean;
  readonly kinds: readonly ConditionKind[];
  readonly onChange: (group: RuleGroup) => void;
  readonly onRemove: (() => void) | undefined;
}

function Group({ group, depth, full, kinds, onChange, onRemove }: GroupProps) {
  const { nodes } = group;
  const { place, keys, add, remove } = useNodes(group, onChange, onRemove);
  const set = (index: number, node: RuleNode): void => onChange({ ...group, nodes: nodes.with(index, node) });
  const word = group.of === "and" ? t("and") : t("or");
  const inner = depth > 1;
  return (
    <fieldset
      ref={place}
      aria-label={inner ? t("Condition group") : t("Conditions")}
      data-row={inner ? "" : undefined}
      className={cx("flex min-w-0 flex-col gap-2", inner && "rounded-lg border border-line-strong bg-sunken p-3")}
    >
      {(nodes.length > 1 || inner || group.negated) && (
        <div className="flex items-center gap-2">
          <Select
            label={t("Match")}
            value={groupMode(group)}
            options={MODES}
            onChange={(mode) => onChange(inMode(group, mode))}
            className="h-8 w-44 text-sm"
          />
          {onRemove !== undefined && (
            <IconButton data-remove="" label={t("Remove group")} size="sm" className="ms-auto" onClick={onRemove}>
              <Trash2 />
            </IconButton>
          )}
        </div>
      )}
      {nodes.map((node, index) => (
        <Fragment key={keys[index]}>
          {index > 0 && (
            <span aria-hidden="true" className="-my-1 ps-3 text-xs font-medium text-ink-3">
              {word}
            </span>
          )}
          {node.kind === "leaf" ? (
            <ConditionRow
              leaf={node.leaf}
              negated={node.negated}
              onChange={(leaf, negated) => set(index, { kind: "leaf", leaf, negated })}
              onRemove={() => remove(index)}
            />
          ) : (
            <Group
              group={node}
              depth={depth + 1}
              full={full}
              kinds={kinds}
              onChange={(next) => set(index, next)}
              onRemove={() => remove(index)}
            />
          )}
        </Fragment>
      ))}
      <AddMenu full={full} kinds={kinds} nested={depth < GROUPS_DEEP_MAX} onAdd={add} />
    </fieldset>
  );
}

/** Adds and removes a group's nodes, and moves the focus with them. A group without nodes is removed. */
function useNodes(group: RuleGroup, onChange: (group: RuleGroup) => void, onRemove: (() => void) | undefined) {
  const { nodes } = group;
  const place = useRef<HTMLFieldSetElement>(null);
  const next_key = useRef(nodes.length);
  const [keys, setKeys] = useState<readonly number[]>(() => nodes.map((_, index) => index));
  // Someone else changed the rule.
  if (keys.length !== nodes.length) setKeys(nodes.map(() => next_key.current++));
  return {
    place,
    keys,
    /** Returns the new node's first field. */
    add(node: RuleNode): HTMLElement | null {
      flushSync(() => {
        setKeys([...keys, next_key.current++]);
        onChange({ ...group, nodes: [...nodes, node] });
      });
      const row = rowsIn(place.current).at(-1);
      return row?.querySelector<HTMLElement>(MAIN_FIELD) ?? row?.querySelector<HTMLElement>(FIRST_FIELD) ?? null;
    },
    remove(index: number): void {
      if (nodes.length === 1 && onRemove !== undefined) {
        onRemove();
        return;
      }
      flushSync(() => {
        setKeys(keys.toSpliced(index, 1));
        onChange({ ...group, nodes: nodes.toSpliced(index, 1) });
      });
      const rows = rowsIn(place.current);
      const neighbor = rows[index] ?? rows.at(-1) ?? place.current;
      neighbor?.querySelector<HTMLElement>(rows.length === 0 ? ADD : REMOVE)?.focus();
    },
  };
}

/** Elements of a group's nodes. */
function rowsIn(group: HTMLElement | null): readonly HTMLElement[] {
  return [...(group?.querySelectorAll<HTMLElement>(":scope > [data-row]") ?? [])];
}

const FIRST_FIELD = "[data-fields] :is(input, textarea, button, [role=combobox])";
/** Where people begin, if that isn't the first field. */
const MAIN_FIELD = "[data-fields] [data-main] input";
const REMOVE = "[data-remove]";
const ADD = "[data-add]";

/** Deepest nesting that the server accepts. A group and its child count as two levels, and a `not` on each adds two. */
const GROUPS_DEEP_MAX = Math.floor((limits.rule_depth_max - 1) / 2) + 1;

const newSalt = (): string => uuidv7(systemClock, systemRng);

interface AddMenuProps {
  readonly full: boolean;
  readonly kinds: readonly ConditionKind[];
  readonly nested: boolean;
  /** Returns the new node's first field. */
  readonly onAdd: (node: RuleNode) => HTMLElement | null;
}

function AddMenu({ full, kinds, nested, onAdd }: AddMenuProps) {
  // Focused once the menu has closed. Earlier, the menu would take the focus from it again.
  const added = useRef<HTMLElement>(null);
  const leaf = (kind: ConditionKind): RuleNode => ({ kind: "leaf", negated: false, leaf: newCondition(kind, newSalt) });
  return (
    <div className="flex flex-wrap gap-1">
      <Menu
        align="start"
        className="max-h-(--available-height) w-72 overflow-y-auto"
        focusAfterwards={() => added.current}
        onOpenChange={(open) => {
          if (open) added.current = null;
        }}
        trigger={
          <Button data-add="" variant="ghost" size="sm" icon={<Plus />} disabled={full}>
            {t("Add condition")}
          </Button>
        }
      >
        {kinds.map((kind) => {
          const { label, hint, icon: Icon } = CONDITIONS[kind];
          return (
            <MenuItem key={kind} icon={<Icon />} onClick={() => (added.current = onAdd(leaf(kind)))}>
              <span className="flex flex-col py-1">
                {label}
                <span className="text-xs whitespace-normal text-ink-3 text-pretty">{hint}</span>
              </span>
            </MenuItem>
          );
        })}
      </Menu>
      {nested && (
        <Button
          variant="ghost"
          size="sm"
          icon={<FolderPlus />}
          disabled={full}
          onClick={() => onAdd({ kind: "group", negated: false, of: "or", nodes: [leaf(kinds[0] ?? "url")] })?.focus()}
        >
          {t("Add condition group")}
        </Button>
      )}
    </div>
  );
}
