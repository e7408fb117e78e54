import type { Kysely } from "kysely";
import type { ColumnTypes, Migration } from "./migration.ts";

function statements(db: Kysely<unknown>, { text, integer, table_end }: ColumnTypes) {
  return [
    db.schema
      .createTable("event_counts")
      .addColumn("person_id", text, (column) => column.notNull().references("people.id").onDelete("cascade"))
      .addColumn("name", text, (column) => column.notNull())
      .addColumn("events", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("event_counts_key", ["person_id", "name"])
      .modifyEnd(table_end),
    db.schema
      .createTable("occasions")
      .addColumn("person_id", text, (column) => column.notNull().references("people.id").onDelete("cascade"))
      .addColumn("content_id", text, (column) => column.notNull())
      .addColumn("milestone", text, (column) => column.notNull())
      .addColumn("reached_at", integer, (column) => column.notNull())
      .addColumn("shown_at", integer)
      .addPrimaryKeyConstraint("occasions_key", ["person_id", "content_id", "milestone"])
      .modifyEnd(table_end),
    db.schema
      .createTable("survey_answers")
      .addColumn("run_id", text, (column) => column.notNull())
      .addColumn("question_id", text, (column) => column.notNull())
      .addColumn("ordinal", integer, (column) => column.notNull())
      .addColumn("event_id", text, (column) => column.notNull())
      .addColumn("app_id", text, (column) => column.notNull().references("apps.id").onDelete("cascade"))
      .addColumn("content_id", text, (column) => column.notNull())
      .addColumn("version", integer, (column) => column.notNull())
      .addColumn("person_id", text, (column) => column.notNull().references("people.id").onDelete("cascade"))
      .addColumn("number", integer)
      .addColumn("option", text)
      .addColumn("text", text)
      .addColumn("answered_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("survey_answers_key", ["run_id", "question_id", "ordinal"])
      .modifyEnd(table_end),
    db.schema
      .createIndex("survey_answers_by_question")
      .on("survey_answers")
      .columns(["content_id", "app_id", "question_id", "answered_at", "run_id"]),
    db.schema.createIndex("survey_answers_by_person").on("survey_answers").column("person_id"),
  ];
}

/** What people reached that contents wait for, how often events that are counted came, and what they answered. */
export const occasionTables: Migration = { number: 8, name: "occasions and answers", statements };
