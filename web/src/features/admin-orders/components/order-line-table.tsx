import { Anchor, Badge, ScrollArea, Table, Text, TextInput } from '@mantine/core';
import { type AdminLine, formatPrice } from '@stagereel/contracts';
import type { OrderGroup } from '../lib/order-groups.ts';
import styles from './order-group-card.module.css';

type Props = {
  group: OrderGroup;
  urls: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  onUrlChange: (lineId: string, url: string) => void;
};

const DeliveredUrl = ({ url }: { url: string | null }) =>
  url === null ? (
    <Text c="dimmed" size="sm">
      未設定
    </Text>
  ) : (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" className={styles.link}>
      ダウンロードリンク
    </Anchor>
  );

const ProductionCell = ({ line }: { line: AdminLine }) =>
  line.productionPossible ? (
    <Badge color="red" variant="light" tt="none" radius="sm">
      辞退
    </Badge>
  ) : (
    <span>-</span>
  );

/** The lines of one order; pending ones take a URL each, declined ones need none. */
export const OrderLineTable = ({ group, urls, errors, onUrlChange }: Props) => (
  <ScrollArea type="auto">
    <Table miw={860} verticalSpacing="sm" aria-label={`注文番号 ${group.orderNumber} の明細`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>大会名</Table.Th>
          <Table.Th>カテゴリ</Table.Th>
          <Table.Th>番号</Table.Th>
          <Table.Th>スタイル</Table.Th>
          <Table.Th>制作不可</Table.Th>
          <Table.Th ta="right">価格</Table.Th>
          <Table.Th w={320}>動画ダウンロードURL</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {group.lines.map((line) => (
          <Table.Tr key={line.id}>
            <Table.Td>{line.contestName}</Table.Td>
            <Table.Td>{line.category}</Table.Td>
            <Table.Td>
              <Text fw={600} span>
                {line.athleteNumber}
              </Text>
              {line.athleteName && (
                <Text size="xs" c="dimmed">
                  {line.athleteName}
                </Text>
              )}
            </Table.Td>
            <Table.Td className={styles.nowrap}>{line.style}</Table.Td>
            <Table.Td>
              <ProductionCell line={line} />
            </Table.Td>
            <Table.Td ta="right" className={styles.nowrap}>
              {formatPrice(line.price)}
            </Table.Td>
            <Table.Td>
              {group.isHandled || line.productionPossible ? (
                <DeliveredUrl url={line.videoDownloadUrl} />
              ) : (
                <TextInput
                  type="url"
                  aria-label={`${line.orderNumber} の動画ダウンロードURL`}
                  placeholder="https://"
                  autoComplete="off"
                  spellCheck={false}
                  name={line.id}
                  value={urls[line.id] ?? ''}
                  error={errors[line.id]}
                  onChange={(event) => onUrlChange(line.id, event.currentTarget.value)}
                />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea>
);
