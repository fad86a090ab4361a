import { List, Text } from '@mantine/core';
import { formatYen, type PriceDescription } from '@stagereel/contracts';

/** A price description to be read. */
export const SavedPrices = ({ items, notes }: PriceDescription) => (
  <>
    <Text>現在保存されている価格表：</Text>
    {items.length === 0 ? (
      <Text>料金の項目はありません。</Text>
    ) : (
      <List>
        {items.map(({ name, price }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may be alike, and none moves
          <List.Item key={index}>
            {name}　{formatYen(price)}
          </List.Item>
        ))}
      </List>
    )}
    {notes !== '' && <Text style={{ whiteSpace: 'pre-wrap' }}>{notes}</Text>}
  </>
);
