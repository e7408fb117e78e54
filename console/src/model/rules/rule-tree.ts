import type { Rule, RuleLeaf } from "@fanfare/contract/targeting/rule";

/** A rule for display. A `not` is a flag of the negated node. */
export type RuleNode = RuleGroup | { readonly kind: "leaf"; readonly negated: boolean; readonly leaf: RuleLeaf };

export interface RuleGroup {
  readonly kind: "group";
  readonly negated: boolean;
  readonly of: "and" | "or";
  readonly nodes: readonly RuleNode[];
}

/**
 * Converts a rule to a group of conditions. No rule is an empty group.
 *
 * @example
 * toRuleGroup({ kind: "device", devices: ["phone"] }).nodes.length; // 1
 */
export function toRuleGroup(rule: Rule | undefined): RuleGroup {
  if (rule === undefined) return { kind: "group", negated: false, of: "and", nodes: [] };
  const node = toRuleNode(rule);
  return node.kind === "group" ? node : { kind: "group", negated: false, of: "and", nodes: [node] };
}

function toRuleNode(rule: Rule): RuleNode {
  switch (rule.kind) {
    case "not": {
      const node = toRuleNode(rule.rule);
      return { ...node, negated: !node.negated };
    }
    case "and":
    case "or":
      return { kind: "group", negated: false, of: rule.kind, nodes: rule.rules.map(toRuleNode) };
    default:
      return { kind: "leaf", negated: false, leaf: rule };
  }
}

/** Converts a node to a rule. Omits empty groups. Undefined if there are no conditions. */
export function toRule(node: RuleNode): Rule | undefined {
  const rule = plainRule(node);
  return rule !== undefined && node.negated ? { kind: "not", rule } : rule;
}

function plainRule(node: RuleNode): Rule | undefined {
  if (node.kind === "leaf") return node.leaf;
  const rules = node.nodes.flatMap((each) => toRule(each) ?? []);
  return rules.length === 0 ? undefined : { kind: node.of, rules };
}

/** Depth and number of nodes, as the server limits them. */
export function measureRule(rule: Rule | undefined): { readonly depth: number; readonly nodes: number } {
  if (rule === undefined) return { depth: 0, nodes: 0 };
  const inner = rule.kind === "not" ? [rule.rule] : rule.kind === "and" || rule.kind === "or" ? rule.rules : [];
  const measured = inner.map(measureRule);
  return {
    depth: 1 + Math.max(0, ...measured.map(({ depth }) => depth)),
    nodes: 1 + measured.reduce((sum, { nodes }) => sum + nodes, 0),
  };
}
