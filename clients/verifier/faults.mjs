/** Something that is not possible. The message is about the entry that is being checked. */
export class Fault extends Error {}

export function ensure(condition, otherwise) {
  if (!condition) throw new Fault(otherwise);
}
