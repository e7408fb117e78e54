/**
 * Whether brackets outside strings nest deeper than `depth_max`. One pass without recursion, so that it's safe before
 * `JSON.parse`.
 *
 * @example
 * exceedsDepth("[[1]]", 1); // true
 */
export function exceedsDepth(text: string, depth_max: number): boolean {
  return hasMoreBrackets(text, depth_max) && nestsDeeper(text, depth_max);
}

/** Whether the text has more opening brackets, also in strings. Most texts have few. */
function hasMoreBrackets(text: string, brackets_max: number): boolean {
  let left = brackets_max;
  for (let at = text.indexOf("{"); at !== -1; at = text.indexOf("{", at + 1)) if (--left < 0) return true;
  for (let at = text.indexOf("["); at !== -1; at = text.indexOf("[", at + 1)) if (--left < 0) return true;
  return false;
}

function nestsDeeper(text: string, depth_max: number): boolean {
  let depth = 0;
  let in_string = false;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22: // quotation mark
        in_string = !in_string;
        break;
      case 0x5c: // backslash: skip the next character
        if (in_string) index++;
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (!in_string && ++depth > depth_max) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (!in_string) depth--;
        break;
    }
  }
  return false;
}
