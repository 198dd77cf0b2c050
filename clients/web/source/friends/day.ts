// A day, as people write it: "3 December 2026".

import { locale } from "../time.js";

/** Made when it is first needed: on a slow phone that takes 50 ms. */
let format: Intl.DateTimeFormat | undefined;

export const dayText = (moment: Date): string => (format ??= new Intl.DateTimeFormat(locale(), { dateStyle: "long" })).format(moment);
