/** What could not have happened, said of the entry at hand. */
export class Fault extends Error {}

export function ensure(condition, otherwise) {
  if (!condition) throw new Fault(otherwise);
}
