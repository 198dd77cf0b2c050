// Numbers as people write them.

/** A number with a real minus sign. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : String(points));

/** What a number has changed by: "+3", "−1", "±0". */
export const changed = (by: number): string => (by === 0 ? "±0" : by > 0 ? `+${by}` : signed(by));

/** Half points as people write them: "2½". */
export function halves(points: number): string {
  const whole = Math.floor(points / 2);
  return points % 2 === 0 ? String(whole) : `${whole || ""}½`;
}
