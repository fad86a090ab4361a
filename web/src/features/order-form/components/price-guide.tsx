import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { priceDescriptionQuery } from '../../../api/contests.ts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { PriceText } from '../../../components/ui/price-text.tsx';
import styles from './price-guide.module.css';

/** The contest's price description. Optional: if it fails to load, the form works without it. */
export const PriceGuide = ({ contestId }: { contestId: string }) => {
  const { data } = useQuery(priceDescriptionQuery(contestId));
  if (!data || (data.items.length === 0 && data.notes === '')) return null;
  return (
    <DataCard title="料金のご案内">
      {data.items.length > 0 && (
        <dl className={styles.prices}>
          {data.items.map(({ name, price }) => (
            <div key={`${name}-${price}`} className={styles.row}>
              <dt>{name}</dt>
              <dd>
                <PriceText amount={price} fw={600} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {data.notes !== '' && (
        <Text size="sm" c="dimmed" mt={data.items.length > 0 ? 'sm' : 0} className={styles.notes}>
          {data.notes}
        </Text>
      )}
    </DataCard>
  );
};
