import { Stack, Text } from '@mantine/core';
import { formatPrice, type OrderLineState, type OrderStatusPage } from '@stagereel/contracts';
import { StatusBadge, type StatusTone } from '../ui/status-badge.tsx';
import { OrderLines } from './order-lines.tsx';

const badges: Record<OrderLineState, { tone: StatusTone; word: string }> = {
  'in-production': { tone: 'due', word: '納品待ち' },
  delivered: { tone: 'positive', word: '納品済み' },
  declined: { tone: 'neutral', word: '制作不可' },
  refunded: { tone: 'neutral', word: '返金済み' },
  closed: { tone: 'neutral', word: '対応済み' },
};

type Line = OrderStatusPage['lines'][number];

const LineState = ({ line: { state, isRefunded } }: { line: Line }) => {
  const { tone, word } = badges[state];
  return <StatusBadge tone={tone}>{state === 'declined' && isRefunded ? '制作不可（返金済み）' : word}</StatusBadge>;
};

/** The lines of a paid order, each with its state, and the total. */
export const OrderedVideos = ({ page }: { page: OrderStatusPage }) => {
  const contests = [...new Set(page.lines.map(({ contestName }) => contestName))];
  const isPartlyDeclined = page.lines.some(({ state }) => state === 'declined') && page.lines.some(({ state }) => state !== 'declined');
  return (
    <Stack gap="sm">
      <div>
        <OrderLines
          contestName={contests.join('、')}
          lines={page.lines.map((line) => ({ ...line, videoStyle: line.style }))}
          noteOf={(line) => (
            <Stack gap={4} align="flex-start" mt={4}>
              {contests.length > 1 && (
                <Text size="sm" c="dimmed">
                  {line.contestName}
                </Text>
              )}
              <LineState line={line} />
            </Stack>
          )}
        />
      </div>
      {page.refundedAmount > 0 && <Text size="sm">ご返金：{formatPrice(page.refundedAmount)}</Text>}
      {isPartlyDeclined && (
        <Text size="sm">「制作不可」の動画はお届けできません。誠に申し訳ございません。代金は、お支払いに使われたカードへ返金します。</Text>
      )}
    </Stack>
  );
};
