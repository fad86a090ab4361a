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
import { SalesTable } from './sales-table.tsx';

const series = [
  { name: '差引', color: 'var(--mantine-color-brand-6)' },
  { name: '返金', color: 'var(--mantine-color-orange-5)' },
];

const units = {
  day: { title: '日別の売上', chart: '日別の売上と返金のグラフ' },
  month: { title: '月別の売上', chart: '月別の売上と返金のグラフ' },
};

/** What was sold, as the server counted it: the sum, the chart, and the same by day and by contest. */
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
