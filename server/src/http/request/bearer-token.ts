export function bearerOf(request: Request): string | undefined {
  const header = request.headers.get("Authorization");
  return header === null ? undefined : /^Bearer +([^\s]+)$/i.exec(header)?.[1];
}
