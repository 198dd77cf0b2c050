// A day, as people write it: "3 December 2026".

import { language } from "../strings/index.js";

/** Made when it is first needed: on a slow phone that takes 50 ms. */
let format: Intl.DateTimeFormat | undefined;

export const dayText = (moment: Date): string => (format ??= new Intl.DateTimeFormat(language, { dateStyle: "long" })).format(moment);
