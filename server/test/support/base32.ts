export function bytesOfBase32(text: string): Uint8Array {
  const bits = [...text].map((character) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(character).toString(2).padStart(5, "0"),
  );
  return Uint8Array.from(bits.join("").match(/.{8}/g) ?? [], (octet) => Number.parseInt(octet, 2));
}
