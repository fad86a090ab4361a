import { Anchor, Stack, Text } from '@mantine/core';
import { formatDateTime, type OrderLife } from '@stagereel/contracts';
import { ActButton } from './act-button.tsx';
import { DetailSection } from './detail-section.tsx';
import { actKey, type OrderActs } from './use-order-acts.ts';

type Props = { page: OrderLife['page']; isMoneyBack: boolean; acts: OrderActs };

/** The customer's download page and how long it is open. */
export const DeliverySection = ({ page, isMoneyBack, acts }: Props) => (
  <DetailSection title="ダウンロードページ">
    {page === null ? (
      <Text c="dimmed">まだ納品されていません。</Text>
    ) : (
      <Stack gap="sm" align="flex-start">
        <Text>
          {formatDateTime(page.openedAt)} に公開
          <br />
          {Date.parse(page.expiresAt) < Date.now() ? (
            <Text span c="var(--mantine-color-error)" fw={600}>
              {formatDateTime(page.expiresAt)} に期限切れになりました
            </Text>
          ) : (
            `${formatDateTime(page.expiresAt)} まで`
          )}
        </Text>
        <Anchor
          href={page.path}
          target="_blank"
          rel="noopener noreferrer"
          style={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}
        >
          お客様のダウンロードページを開く
        </Anchor>
        {!isMoneyBack && (
          <ActButton acts={acts} actKey={actKey({ kind: 'extend' })} onPress={() => acts.run({ kind: 'extend' })}>
            期限を延長する
          </ActButton>
        )}
      </Stack>
    )}
  </DetailSection>
);
