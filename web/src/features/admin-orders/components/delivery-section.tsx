import { Anchor, Stack, Text } from '@mantine/core';
import { formatDateTime, isMoneyBack, type OrderLife } from '@stagereel/contracts';
import { ActButton } from './act-button.tsx';
import { DetailSection } from './detail-section.tsx';
import { RecallButton } from './recall-button.tsx';
import { actKey, type OrderActs } from './use-order-acts.ts';

type Props = {
  life: OrderLife;
  /** When it was read, epoch milliseconds. */
  readAt: number;
  acts: OrderActs;
};

/** The customer's download page and how long it is open. */
export const DeliverySection = ({ life, readAt, acts }: Props) => {
  const { page, recalledAt } = life;
  return (
    <DetailSection title="ダウンロードページ">
      {page === null ? (
        <Text c="dimmed">
          {recalledAt === null
            ? 'まだ納品されていません。'
            : `${formatDateTime(recalledAt)} に納品を取り消しました。納品し直すまで、お客様のページは閉じています。`}
        </Text>
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
          {!isMoneyBack(life.payment.mark) && (
            <ActButton acts={acts} actKey={actKey({ kind: 'extend' })} onPress={() => acts.run({ kind: 'extend' })}>
              期限を延長する
            </ActButton>
          )}
          <RecallButton life={life} until={readAt + page.recallableMs} acts={acts} />
        </Stack>
      )}
    </DetailSection>
  );
};
