import type { Rng } from "@fanfare/contract/lib/rng";
import type { Operation } from "./syscall-recording.ts";

/** Sector writes are atomic. Between sectors, a write may stop anywhere. */
const SECTOR_BYTES = 512;

type Change = Extract<Operation, { kind: "write" | "truncate" }>;
type Naming = { readonly kind: "create" | "remove"; readonly name: string; readonly file: SimulatedFile };

/** A file's durable state, and the changes that aren't synced yet. */
interface SimulatedFile {
  readonly safe: FileBytes;
  readonly unsafe: Change[];
}

/**
 * Disk with only POSIX's guarantees: bytes are durable after the file's sync, names after the directory's sync. After a
 * power cut, any combination of the other changes may be present, missing, or partial.
 */
export class SimulatedDisk {
  readonly #names = new Map<string, SimulatedFile>();
  readonly #safe_names = new Map<string, SimulatedFile>();
  #unsafe_names: Naming[] = [];

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

/** Picks what the cache wrote back before the power cut: none, all, the first few, or any. */
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

/** Splits a write into sectors and picks those that reached the disk. */
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

/** Growable bytes. Holes read as zeros. */
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
