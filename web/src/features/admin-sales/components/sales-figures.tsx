import { Stack } from '@mantine/core';
import { formatDate, formatYen, type SalesSummary } from '@stagereel/contracts';
import { IconReportMoney } from '@tabler/icons-react';
import { useMemo } from 'react';
import { BarChart } from '../../../components/chart/bar-chart.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { Stat, StatList } from '../../../components/ui/stat-list.tsx';
import { salesBars } from '../lib/sales-bars.ts';
import styles from './sales-figures.module.css';

type SalesRow = { key: string; name: string; videos: number; total: number; refunded: number };

type SalesTableProps = { label: string; nameLabel: string; rows: readonly SalesRow[] };

/** Figures by day or by contest; a long table scrolls in its own region. */
const SalesTable = ({ label, nameLabel, rows }: SalesTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
  <section className={styles.scroll} tabIndex={0} aria-label={`${label}の表`}>
    <table className={`${styles.table} dense-rows`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{nameLabel}</th>
          <th scope="col" data-column="videos">
            動画
          </th>
          <th scope="col">売上</th>
          <th scope="col">返金</th>
          <th scope="col">差引</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, videos, total, refunded }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td data-column="videos">{videos}</td>
            <td>{formatYen(total)}</td>
            <td>{formatYen(refunded)}</td>
            <td>{formatYen(total - refunded)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const series = [
  { name: '差引', color: 'var(--mantine-color-brand-6)' },
  { name: '返金', color: 'var(--mantine-color-orange-5)' },
];

const units = {
  day: { title: '日別の売上', chart: '日別の売上と返金のグラフ' },
  month: { title: '月別の売上', chart: '月別の売上と返金のグラフ' },
};

/** The sales: the total, the chart, and tables by day and by contest. */
export const SalesFigures = ({ sales }: { sales: SalesSummary }) => {
  const { unit, bars } = useMemo(() => salesBars(sales.days), [sales.days]);
  const days = sales.days.map((row) => ({ ...row, key: row.day, name: formatDate(`${row.day}T12:00:00+09:00`) })).reverse();
  const contests = sales.contests.map((row) => ({ ...row, key: row.contestId, name: row.contestName }));

  return (
    <Stack gap="md">
      <StatList>
        <Stat name="合計金額（税込）" note="お支払いの日で数えます">
          {formatYen(sales.total)}
        </Stat>
        <Stat name="返金額" note="合計のうち返金した額">
          {formatYen(sales.refunded)}
        </Stat>
        <Stat name="差引金額">{formatYen(sales.total - sales.refunded)}</Stat>
        <Stat name="注文">{sales.orders.toLocaleString('ja-JP')}件</Stat>
        <Stat name="動画">{sales.videos.toLocaleString('ja-JP')}本</Stat>
      </StatList>
      {bars.length === 0 ? (
        <EmptyState icon={IconReportMoney} title="この条件の売上はありません" />
      ) : (
        <>
          <div className={styles.beside}>
            <DataCard title={units[unit].title}>
              <BarChart label={units[unit].chart} series={series} bars={bars} format={formatYen} />
            </DataCard>
            <DataCard title="日ごとの内訳">
              <SalesTable label="日ごとの内訳" nameLabel="日付" rows={days} />
            </DataCard>
          </div>
          <DataCard title="大会ごとの内訳">
            <SalesTable label="大会ごとの内訳" nameLabel="大会" rows={contests} />
          </DataCard>
        </>
      )}
    </Stack>
  );
};
