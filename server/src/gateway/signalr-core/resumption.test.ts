import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { SECOND_MS } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { Resumption } from "./resumption.ts";

const setting = () => {
  const clock = manualClock();
  const acks: number[] = [];
  return { clock, acks, resumption: new Resumption(clock, (sequence) => acks.push(sequence)) };
};
const receive = (resumption: Resumption, count: number): readonly boolean[] =>
  Array.from({ length: count }, () => resumption.accept());

test("acknowledges new messages soon and once", () => {
  const { clock, acks, resumption } = setting();
  receive(resumption, 3);
  clock.advance(hubLimits.hub_ack_delay_ms);
  clock.advance(60 * SECOND_MS);
  receive(resumption, 1);
  clock.advance(hubLimits.hub_ack_delay_ms);
  expect([acks, clock.pending()]).toEqual([[3, 4], 0]);
  receive(resumption, 1);
  resumption.stop();
  expect(clock.pending()).toBe(0);
});

test("ignores repeats on a new socket, and everything before the client's sequence", () => {
  const { resumption } = setting();
  expect(receive(resumption, 3)).toEqual([true, true, true]);
  resumption.resume();
  expect(receive(resumption, 2)).toEqual([false, false]);
  expect(resumption.resumeAt(2)).toBe(true);
  expect(receive(resumption, 4)).toEqual([false, false, true, true]);
  resumption.resume();
  expect(resumption.resumeAt(6)).toBe(true);
  expect(receive(resumption, 1)).toEqual([true]);
});

test.each([0, 5, 100])("rejects resuming at message %i after 3 messages", (sequence) => {
  const { resumption } = setting();
  receive(resumption, 3);
  resumption.resume();
  expect(resumption.resumeAt(sequence)).toBe(false);
});

test("rejects too many resumes in a window and allows them again later", () => {
  const { clock, resumption } = setting();
  const times = Array.from({ length: hubLimits.hub_resumes_per_window_max + 2 }, () => resumption.resume());
  expect(times.filter((allowed) => !allowed)).toHaveLength(2);
  clock.advance(hubLimits.hub_resume_window_s * SECOND_MS + 1);
  expect(resumption.resume()).toBe(true);
});
