import { Anchor, Box, Stack, Text } from '@mantine/core';
import { formatDateTime, isMoneyBack, type OrderLife } from '@stagereel/contracts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ActButton } from './act-button.tsx';
import { ActFailure } from './act-failure.tsx';
import { DetailSection } from './detail-section.tsx';
import { RECALL_KEY, RecallButton } from './recall-button.tsx';
import { actKey, type OrderActs } from './use-order-acts.ts';

type FactsProps = { page: NonNullable<OrderLife['page']>; state: RefObject<HTMLParagraphElement | null> };

const PageFacts = ({ page, state }: FactsProps) => (
  <>
    <Text ref={state} tabIndex={-1}>
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
  </>
);

type Props = {
  life: OrderLife;
  /** When it was read, epoch milliseconds. */
  readAt: number;
  acts: OrderActs;
};

/** The customer's download page, how long it is open, and how the delivery is taken back. */
export const DeliverySection = ({ life, readAt, acts }: Props) => {
  const { page, recalledAt } = life;
  const state = useRef<HTMLParagraphElement>(null);
  const problem = useRef<HTMLDivElement>(null);
  const failure = acts.failureAt(RECALL_KEY);
  const [due, setDue] = useState<'recalled' | 'failed' | null>(null);
  // The button that was pressed goes when the order is read as recalled, by somebody else, too; who pressed it is led to what came of it.
  useEffect(() => {
    const isThere = due === 'recalled' ? page === null : due === 'failed' && failure !== null;
    if (!isThere) return;
    (due === 'recalled' ? state : problem).current?.focus();
    setDue(null);
  }, [due, page, failure]);

  return (
    <DetailSection title="ダウンロードページ">
      <Stack gap="sm" align="flex-start">
        {page === null ? (
          <Text ref={state} tabIndex={-1} c="dimmed">
            {recalledAt === null
              ? 'まだ納品されていません。'
              : `${formatDateTime(recalledAt)} に納品を取り消しました。納品し直すまで、お客様のページは閉じています。`}
          </Text>
        ) : (
          <>
            <PageFacts page={page} state={state} />
            {!isMoneyBack(life.payment.mark) && (
              <ActButton acts={acts} actKey={actKey({ kind: 'extend' })} onPress={() => acts.run({ kind: 'extend' })}>
                期限を延長する
              </ActButton>
            )}
            <RecallButton
              life={life}
              openedAt={page.openedAt}
              until={readAt + page.recallableMs}
              acts={acts}
              onRecalled={() => setDue('recalled')}
              onFailed={() => setDue('failed')}
              onEnded={() => state.current?.focus()}
            />
          </>
        )}
        {failure !== null && (
          <Box ref={problem} tabIndex={-1}>
            <ActFailure acts={acts} actKey={RECALL_KEY} />
          </Box>
        )}
      </Stack>
    </DetailSection>
  );
};
