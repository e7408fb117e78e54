/**
 * Returns whether text looks like an address that mail servers accept. Only the mail server knows whether it exists.
 */
export function isEmailAddress(text: string): boolean {
  const [name = "", host = "", ...more] = text.split("@");
  const labels = host.split(".");
  const fits = text.length <= EMAIL_CHARS_MAX && !/[\s<>(),;:"[\]\\]/.test(text) && more.length === 0;
  return (
    fits && name !== "" && labels.length > 1 && labels.every((each) => /^[\p{L}\d]([\p{L}\d-]*[\p{L}\d])?$/u.test(each))
  );
}
const EMAIL_CHARS_MAX = 254;
