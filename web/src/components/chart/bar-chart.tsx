import { axisTicks } from './axis.ts';
import styles from './bar-chart.module.css';

export type Series = { name: string; color: string };
/** `label` is the tooltip; `tick` is the optional text below the bar. Values: one per series, not negative. */
export type Bar = { key: string; label: string; tick?: string; values: readonly number[] };

type Props = {
  /** The accessible name. Screen reader users read the table of the same figures. */
  label: string;
  series: readonly Series[];
  bars: readonly Bar[];
  format?: (value: number) => string;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A bar chart over time with one or several stacked series. Always used together with a table of the same figures. */
export const BarChart = ({ label, series, bars, format = String }: Props) => {
  const ticks = axisTicks(Math.max(0, ...bars.map(({ values }) => sum(values))));
  const top = ticks.at(-1) ?? 1;
  const titleOf = ({ label: name, values }: Bar): string =>
    [name, ...series.map((each, index) => `${each.name}：${format(values[index] ?? 0)}`)].join('\n');

  const partsOf = ({ values }: Bar) =>
    series.map((each, index) => ({ ...each, value: values[index] ?? 0 })).filter(({ value }) => value > 0);

  return (
    <figure className={styles.figure} role="img" aria-label={label}>
      <div className={styles.plot} aria-hidden>
        {ticks.map((tick) => (
          <div key={tick} className={styles.line} style={{ bottom: `${(tick / top) * 100}%` }}>
            <span className={styles.mark}>{format(tick)}</span>
          </div>
        ))}
        <div className={styles.bars}>
          {bars.map((bar) => (
            <div key={bar.key} className={styles.slot} title={titleOf(bar)}>
              {partsOf(bar).map(({ name, color, value }) => (
                <div key={name} className={styles.part} style={{ height: `${(value / top) * 100}%`, background: color }} />
              ))}
              {bar.tick && <span className={styles.tick}>{bar.tick}</span>}
            </div>
          ))}
        </div>
      </div>
      {series.length > 1 && (
        <div className={styles.legend} aria-hidden>
          {series.map(({ name, color }) => (
            <span key={name}>
              <i style={{ background: color }} />
              {name}
            </span>
          ))}
        </div>
      )}
    </figure>
  );
};
