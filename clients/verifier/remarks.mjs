// What a verifier says of a log: a line in English, and a code with what was filled in, for other languages.

export const remark = (code, line, given = {}) => ({ code, line, given });

/** What is wrong with an entry. */
export const faultOf = (entry, code, what, given = {}) => remark(code, `entry ${entry}: ${what}`, { entry, ...given });

/** Of matches whose logs are not in the file. */
export const unknownOutcomes = (count) => remark("outcomes", `The outcomes of ${count} matches, whose logs are not in the file, were not checked.`, { count });
