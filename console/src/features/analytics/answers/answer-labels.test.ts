import { expect, test } from "bun:test";
import type { AnsweredQuestion } from "@fanfare/contract/schema/responses/analytics/survey-answers";
import { answerRows, answersToCsv, formatAnswer, formatScore } from "./answer-labels.ts";

const nps: AnsweredQuestion = {
  ...{ id: "likely", title: "How likely?", kind: "nps", answered: 3, counts: [0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1] },
  ...{ detractors: 1, passives: 0, promoters: 2, score: 33.3, interval: { low: -40, high: 80 } },
  trend: null,
};
const choice: AnsweredQuestion = {
  ...{ id: "why", title: '=HYPERLINK("x")', kind: "choice", several: true, answered: 2 },
  options: [
    { id: "a", label: "Price, mostly", answers: 2 },
    { id: "b", label: "Speed", answers: 0 },
  ],
};

test("has a row for every number on the scale", () => {
  expect(answerRows(nps).map(({ label, answers }) => `${label}:${answers}`)).toEqual([
    "0:0",
    "1:0",
    "2:0",
    "3:0",
    "4:0",
    "5:0",
    "6:1",
    "7:0",
    "8:0",
    "9:1",
    "10:1",
  ]);
  const rating: AnsweredQuestion = { ...nps, kind: "rating", scale: 3, mean: 2.5, counts: [0, 1, 0, 2] };
  expect(answerRows(rating).map(({ label, answers }) => `${label}:${answers}`)).toEqual(["1:1", "2:0", "3:2"]);
});

test("formats a score with its sign, or as a dash without answers", () => {
  expect([50.4, -0.2, -33.3, 0, null].map(formatScore)).toEqual(["+50", "0", "−33", "0", "–"]);
});

test("formats an answer by its label, or by its ID if the option was deleted", () => {
  expect(formatAnswer(choice, ["a", "gone"])).toBe("Price, mostly, gone");
  expect(formatAnswer(undefined, 7)).toBe("7");
});

test("quotes values in the CSV export and escapes formulas", () => {
  expect(answersToCsv({ questions: [choice, { id: "t", title: "Else?", kind: "text", answered: 4 }] })).toBe(
    "question,title,kind,answered,answer,times,average_place\r\n" +
      'why,"\'=HYPERLINK(""x"")",choice,2,"Price, mostly",2,\r\n' +
      'why,"\'=HYPERLINK(""x"")",choice,2,Speed,0,\r\nt,Else?,text,4,,,\r\n',
  );
});

test("gives the average place of ranked options in a column of its own", () => {
  const options = [
    { id: "a", label: "Price", mean_place: 2.041666666666667 },
    { id: "b", label: "Speed", mean_place: null },
  ];
  const csv = answersToCsv({ questions: [{ id: "r", title: "Rank", kind: "ranking", answered: 24, options }] });
  expect(csv.split("\r\n").slice(1, 3)).toEqual(["r,Rank,ranking,24,Price,,2.04", "r,Rank,ranking,24,Speed,,"]);
});
