import type { Rng } from "@fanfare/contract/lib/rng";
import type { Operation } from "./syscall-recording.ts";

/** A disk writes a sector whole or not at all; between sectors it may stop anywhere. */
const SECTOR_BYTES = 512;

type Change = Extract<Operation, { kind: "write" | "truncate" }>;
type Naming = { readonly kind: "create" | "remove"; readonly name: string; readonly file: SimulatedFile };

/** What is safe of a file, and what the system took but never promised. */
interface SimulatedFile {
  readonly safe: FileBytes;
  readonly unsafe: Change[];
}

/**
 * A disk that promises what POSIX promises and nothing more: bytes are safe after the file's sync, names after the
 * directory's. Everything else may be there after a power cut, or not, or in part, in any combination.
 */
export class SimulatedDisk {
  readonly #names = new Map<string, SimulatedFile>();
  readonly #safe_names = new Map<string, SimulatedFile>();
  #unsafe_names: Naming[] = [];

  /** Takes the next operation of a recording. */
  apply(operation: Operation): void {
    switch (operation.kind) {
      case "create": {
        const file: SimulatedFile = { safe: new FileBytes(), unsafe: [] };
        this.#names.set(operation.name, file);
        this.#unsafe_names.push({ kind: "create", name: operation.name, file });
        return;
      }
      case "remove": {
        const file = this.#names.get(operation.name);
        this.#names.delete(operation.name);
        if (file !== undefined) this.#unsafe_names.push({ kind: "remove", name: operation.name, file });
        return;
      }
      case "write":
      case "truncate":
        this.#names.get(operation.name)?.unsafe.push(operation);
        return;
      case "sync": {
        const file = this.#names.get(operation.name);
        for (const each of file?.unsafe.splice(0) ?? []) file?.safe.change(each);
        return;
      }
      case "sync_directory":
        for (const naming of this.#unsafe_names) rename(this.#safe_names, naming);
        this.#unsafe_names = [];
        return;
      case "say":
        return;
    }
  }

  /** What the directory may hold when the power fails now. */
  afterPowerCut(rng: Rng): Map<string, Uint8Array> {
    const names = new Map(this.#safe_names);
    for (const naming of choose(this.#unsafe_names, rng)) rename(names, naming);
    return new Map([...names].map(([name, file]) => [name, contents(file, rng)]));
  }
}

function rename(names: Map<string, SimulatedFile>, { kind, name, file }: Naming): void {
  if (kind === "create") names.set(name, file);
  else names.delete(name);
}

function contents(file: SimulatedFile, rng: Rng): Uint8Array {
  const tear = rng.next() < 0.5;
  const image = new FileBytes(file.safe.bytes);
  for (const each of choose(file.unsafe, rng)) {
    for (const piece of tear && each.kind === "write" ? torn(each, rng) : [each]) image.change(piece);
  }
  return image.bytes;
}

/** Nothing, all, the first few, or any of them: what a cache wrote back before the power failed. */
function choose<Item>(items: readonly Item[], rng: Rng): Item[] {
  switch (Math.floor(rng.next() * 4)) {
    case 0:
      return [];
    case 1:
      return [...items];
    case 2:
      return items.slice(0, Math.floor(rng.next() * (items.length + 1)));
    default: {
      const share = rng.next();
      return items.filter(() => rng.next() < share);
    }
  }
}

/** The sectors of a write that reached the disk, each or none of them. */
function torn(write: Extract<Change, { kind: "write" }>, rng: Rng): Change[] {
  const pieces: Change[] = [];
  const end = write.offset + write.bytes.length;
  for (let start = write.offset; start < end; ) {
    const next = Math.min(end, (Math.floor(start / SECTOR_BYTES) + 1) * SECTOR_BYTES);
    const bytes = write.bytes.subarray(start - write.offset, next - write.offset);
    if (rng.next() < 0.5) pieces.push({ ...write, offset: start, bytes });
    start = next;
  }
  return pieces;
}

/** Bytes that grow in place. A hole reads as zeros. */
class FileBytes {
  #buffer: Buffer;
  #length: number;

  constructor(contents: Uint8Array = new Uint8Array()) {
    this.#buffer = Buffer.from(contents);
    this.#length = contents.length;
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  change(operation: Change): void {
    switch (operation.kind) {
      case "truncate":
        this.#resize(operation.size);
        return;
      case "write":
        this.#resize(Math.max(this.#length, operation.offset + operation.bytes.length));
        this.#buffer.set(operation.bytes, operation.offset);
        return;
    }
  }

  #resize(length: number): void {
    if (length > this.#buffer.length) {
      const larger = Buffer.alloc(length * 2);
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    if (length < this.#length) this.#buffer.fill(0, length, this.#length);
    this.#length = length;
  }
}
