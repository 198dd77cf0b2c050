// Numbers as people write them.

/** A number with a real minus sign. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : String(points));

/** Half points as people write them: "2½". */
export function halves(points: number): string {
  const whole = Math.floor(points / 2);
  return points % 2 === 0 ? String(whole) : `${whole || ""}½`;
}
