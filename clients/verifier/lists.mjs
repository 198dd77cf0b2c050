// Functions on lists.

export const table = (keys, value) => Object.fromEntries(keys.map((key) => [key, value(key)]));
export const sum = (numbers) => numbers.reduce((one, two) => one + two, 0);
export const inOrder = (all, some) => all.filter((one) => some.includes(one));
