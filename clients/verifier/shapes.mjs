// Checks of values, and of the shapes of objects.

export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
export const isText = (value) => typeof value === "string";
export const isTexts = (value) => Array.isArray(value) && value.every(isText);
export const isFlag = (value) => typeof value === "boolean";
export const isWhole = (value) => Number.isSafeInteger(value);
export const orNull = (fits) => (value) => value === null || fits(value);
export const among = (...values) => (value) => values.includes(value);
export const between = (least, most) => (value) => isWhole(value) && value >= least && value <= most;

export const anything = () => true;

export const UNFIT = "one is missing, unknown or out of bounds";

/** A field that may be absent. */
export const ifGiven = (fits) => Object.assign((value) => fits(value), { mayBeAbsent: true });

/** Whether an object has exactly the fields of the shape, each with a value that passes its check. */
export const hasShape = (value, shape) =>
  isObject(value) &&
  Object.keys(value).every((name) => Object.hasOwn(shape, name)) &&
  Object.entries(shape).every(([name, fits]) => (Object.hasOwn(value, name) ? fits(value[name]) : fits.mayBeAbsent === true));
