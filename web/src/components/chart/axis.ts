/** The marks of an axis, from 0 to the first mark at or above `max`: steps of 1, 2 or 5 times a power of ten, at most five. */
export const axisTicks = (max: number): number[] => {
  if (max <= 0) return [0, 1];
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
};
