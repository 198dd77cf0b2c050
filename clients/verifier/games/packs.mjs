import { hashed } from "../log/canonical.mjs";

/** What stands for an organiser's pack in the public options (packs.md). */
export const packId = (pack) => (pack === null ? null : `sha256:${hashed(pack)}`);
