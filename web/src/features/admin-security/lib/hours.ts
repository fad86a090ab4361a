import type { SecurityDashboard } from '@stagereel/contracts';
import type { Bar } from '../../../components/chart/bar-chart.tsx';

type Hours = SecurityDashboard['loginSecurity']['byHour'];

const parts = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  hourCycle: 'h23',
});

const partsOf = (hour: string) =>
  Object.fromEntries(parts.formatToParts(new Date(hour)).map(({ type, value }) => [type, type === 'literal' ? '' : String(Number(value))]));

/** `11月20日 18時` in Asia/Tokyo. */
export const hourText = (hour: string): string => {
  const { month, day, hour: clock } = partsOf(hour);
  return `${month}月${day}日 ${clock}時`;
};

const TICK_EVERY = 3;

/** One bar per hour with the successful attempts below the failed ones; every third hour is labelled. */
export const hourBars = (byHour: Hours): Bar[] =>
  byHour.map(({ hour, successful, failed }) => {
    const clock = Number(partsOf(hour)['hour']);
    return {
      key: hour,
      label: hourText(hour),
      ...(clock % TICK_EVERY === 0 && { tick: `${clock}時` }),
      values: [successful, failed],
    };
  });
