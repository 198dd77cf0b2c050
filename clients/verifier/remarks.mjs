// What a verifier says of a log: a line in English, and a code with what was filled in, for other languages.

export const remark = (code, line, given = {}) => ({ code, line, given });

/** What is wrong with an entry. */
export const faultOf = (entry, code, what, given = {}) => remark(code, `entry ${entry}: ${what}`, { entry, ...given });
