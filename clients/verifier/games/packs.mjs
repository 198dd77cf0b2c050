import { hashed } from "../log/canonical.mjs";

/** The id of an organiser's pack, which replaces the pack in the public options (packs.md). */
export const packId = (pack) => (pack === null ? null : `sha256:${hashed(pack)}`);
