import type { AnswerOption, Question, QuestionKind } from "@fanfare/contract/content/survey";
import {
  ArrowDownNarrowWide,
  AtSign,
  CalendarDays,
  Feather,
  Gauge,
  Grid3x3,
  ListTodo,
  type LucideIcon,
  Smile,
  Star,
  TextCursorInput,
} from "lucide-react";
import { t } from "../../../lib/i18n/t.ts";

interface KindTexts {
  readonly label: string;
  readonly hint: string;
  readonly icon: LucideIcon;
}

/** In the order in which they are offered. */
export const QUESTION_KINDS: Readonly<Record<QuestionKind, KindTexts>> = {
  nps: {
    label: t("Net Promoter Score"),
    hint: t("How likely people are to recommend you, from 0 to 10."),
    icon: Gauge,
  },
  csat: { label: t("Customer satisfaction (CSAT)"), hint: t("How satisfied people are, from 1 to 5."), icon: Smile },
  ces: { label: t("Customer effort (CES)"), hint: t("How easy something was, from 1 to 7."), icon: Feather },
  rating: { label: t("Rating"), hint: t("Stars, smileys, or numbers."), icon: Star },
  choice: { label: t("Choice"), hint: t("Choose one or more answers."), icon: ListTodo },
  matrix: { label: t("Matrix"), hint: t("The same answers for several rows."), icon: Grid3x3 },
  ranking: { label: t("Ranking"), hint: t("Put all answers in order."), icon: ArrowDownNarrowWide },
  text: { label: t("Text"), hint: t("Open-ended answer."), icon: TextCursorInput },
  email: { label: t("Email address"), hint: t("A valid email address."), icon: AtSign },
  date: { label: t("Date"), hint: t("A day, from a calendar."), icon: CalendarDays },
};

/** Changes the kind of a question and keeps the fields that still apply. */
export function questionAs(kind: QuestionKind, before: Question, newId: () => string): Question {
  if (before.kind === kind) return before;
  const { id, title, required, branches } = before;
  const kept = branches?.filter(({ when }) => when.kind === "any" || when.kind === "unanswered");
  const base = { id, title, required, ...(kept !== undefined && kept.length > 0 && { branches: kept }) };
  const ends =
    "low_label" in before
      ? { low_label: before.low_label, high_label: before.high_label }
      : { low_label: "", high_label: "" };
  const named = (...labels: readonly string[]): readonly AnswerOption[] =>
    labels.map((label) => ({ id: newId(), label }));
  const options = "options" in before ? before.options : named(t("Yes"), t("No"));
  switch (kind) {
    case "nps":
      return { ...base, kind, ...ends };
    case "csat":
      return { ...base, kind, look: "smileys", ...ends };
    case "ces":
      return {
        ...base,
        kind,
        low_label: ends.low_label || t("Very hard"),
        high_label: ends.high_label || t("Very easy"),
      };
    case "rating":
      return { ...base, kind, scale: 5, look: "stars", ...ends };
    case "choice":
      return { ...base, kind, several: false, options };
    case "ranking":
      return { ...base, kind, options };
    case "matrix":
      return {
        ...{ ...base, kind, rows: "options" in before ? before.options : named(t("Quality"), t("Speed")) },
        columns: named(t("Bad"), t("Average##quality"), t("Good")),
      };
    case "text":
      return { ...base, kind, long: true };
    case "email":
    case "date":
      return { ...base, kind };
  }
}
