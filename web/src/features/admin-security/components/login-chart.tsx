import { Text } from '@mantine/core';
import type { SecurityDashboard } from '@stagereel/contracts';
import { BarChart } from '../../../components/chart/bar-chart.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { hourBars, hourText } from '../lib/hours.ts';
import styles from './login-chart.module.css';

const series = [
  { name: '成功', color: 'var(--mantine-color-teal-7)' },
  { name: '失敗', color: 'var(--mantine-color-red-7)' },
] as const;

type Props = { byHour: SecurityDashboard['loginSecurity']['byHour'] };

/** The sign-in attempts of the last day by hour, as a chart and a table. */
export const LoginChart = ({ byHour }: Props) => (
  <DataCard title="時間帯別のログイン試行">
    {byHour.every(({ successful, failed }) => successful + failed === 0) ? (
      <Text c="dimmed">この期間にログインの試行はありません。</Text>
    ) : (
      <div className={styles.sides}>
        <BarChart label="時間帯別のログイン試行の棒グラフ。数値は表にあります。" series={series} bars={hourBars(byHour)} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section className={styles.scroll} tabIndex={0} aria-label="時間帯別のログイン試行の表">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">時間帯</th>
                <th scope="col">成功</th>
                <th scope="col">失敗</th>
              </tr>
            </thead>
            <tbody>
              {byHour.map(({ hour, successful, failed }) => (
                <tr key={hour}>
                  <th scope="row">{hourText(hour)}</th>
                  <td>{successful}回</td>
                  <td>{failed}回</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    )}
  </DataCard>
);
