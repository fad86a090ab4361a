/** Seconds left until a time, rounded to integers, never below 0. */
export const secondsLeft = ({ until, now }: { until: number; now: number }): number => Math.max(0, Math.ceil((until - now) / 1000));

/** `9:05` */
export const minutesAndSeconds = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The announcement for screen readers: at full minutes and at the last 30 seconds, else empty. */
export const announcement = (seconds: number): string => {
  if (seconds > 0 && seconds % 60 === 0) return `認証コードの有効期限まで、残り${seconds / 60}分です。`;
  return seconds === 30 ? '認証コードの有効期限まで、残り30秒です。' : '';
};
