/** Content codings that a client accepts (RFC 9110 section 12.5.3). Ignores weights except a coding's exclusion. */
export function acceptsEncoding(request: Request, encoding: "br" | "gzip"): boolean {
  const accepted = request.headers.get("Accept-Encoding") ?? "";
  return accepted.split(",").some((part) => {
    const [name = "", weight = ""] = part.split(";");
    return name.trim() === encoding && !/^\s*q=0(?:\.0*)?\s*$/.test(weight);
  });
}
