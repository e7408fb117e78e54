import { expect, test } from "bun:test";
import { formatByteLimit, formatBytes } from "./bytes.ts";

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_000, "1 kB"],
  [8 * 1024, "8.1 kB"],
  [999_999, "999.9 kB"],
  [10 * 1024 * 1024, "10.4 MB"],
  [72_674 * 1024 * 1024, "76.2 GB"],
  [5e15, "5000 TB"],
])("formats %d bytes as %s", (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});

test.each([
  [200 * 1024 * 1024, "200 MiB"],
  [8 * 1024, "8 KiB"],
  [5_000_000, "5000000 bytes"],
  [0, "0 bytes"],
])("formats a limit of %d bytes in its original unit: %s", (bytes, expected) => {
  expect(formatByteLimit(bytes)).toBe(expected);
});
