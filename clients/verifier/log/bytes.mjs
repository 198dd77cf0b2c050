// Reading files, within limits.

import { closeSync, openSync, readSync } from "node:fs";

import { Unreadable } from "./file.mjs";

const MAX_FILE_BYTES = 256 * 2 ** 20;

/** The bytes of a file. Throws if it is larger than the limit. */
export function readBytes(path) {
  const file = openSync(path);
  const parts = [];
  try {
    for (let size = 0; ; ) {
      const part = Buffer.allocUnsafe(2 ** 20);
      const read = readSync(file, part);
      if (read === 0) return Buffer.concat(parts);
      parts.push(part.subarray(0, read));
      size += read;
      if (size > MAX_FILE_BYTES) throw new Unreadable(`${path}: The file is larger than ${MAX_FILE_BYTES} bytes. Split it by match.`);
    }
  } finally {
    closeSync(file);
  }
}
