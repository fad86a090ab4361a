import { Anchor, Box, Stack, Text } from '@mantine/core';
import { formatDateTime, isFullyRefunded, type OrderTimeline } from '@stagereel/contracts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { DetailSection } from '../../../components/admin-order/detail-section.tsx';
import { ActionButton, ActionFailure } from './action-button.tsx';
import { RECALL_KEY, RecallButton } from './recall-button.tsx';
import { actionKey, type OrderDetailActions } from './use-order-detail-actions.ts';

type PageProps = { page: NonNullable<OrderTimeline['page']>; state: RefObject<HTMLParagraphElement | null> };

const DownloadPage = ({ page, state }: PageProps) => (
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
  timeline: OrderTimeline;
  /** How many videos are not delivered. */
  following: number;
  /** When the timeline was fetched, epoch milliseconds. */
  fetchedAt: number;
  actions: OrderDetailActions;
};

/** The customer's download page with its expiry, and the recall of the delivery. */
export const DeliverySection = ({ timeline, following, fetchedAt, actions }: Props) => {
  const { page, recalledAt } = timeline;
  const delivered = timeline.lines.filter(({ deliveredAt }) => deliveredAt !== null).length;
  const state = useRef<HTMLParagraphElement>(null);
  const problem = useRef<HTMLDivElement>(null);
  const failure = actions.failureOf(RECALL_KEY);
  const [recallResult, setRecallResult] = useState<{ recalled: string } | 'failed' | null>(null);
  // The pressed button disappears with the download page, also if another admin recalled it: the focus moves to the result.
  useEffect(() => {
    if (recallResult === null) return;
    const isRendered = recallResult === 'failed' ? failure !== null : page?.openedAt !== recallResult.recalled;
    if (!isRendered) return;
    (recallResult === 'failed' ? problem : state).current?.focus();
    setRecallResult(null);
  }, [recallResult, page, failure]);

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
            <DownloadPage page={page} state={state} />
            {following > 0 && (
              <Text>
                動画{delivered}本を納品済み、残りの{following}本は未納品です。
              </Text>
            )}
            {!isFullyRefunded(timeline.payment.mark) && (
              <ActionButton actions={actions} actionKey={actionKey({ kind: 'extend' })} onPress={() => actions.run({ kind: 'extend' })}>
                期限を延長する
              </ActionButton>
            )}
            <RecallButton
              timeline={timeline}
              openedAt={page.openedAt}
              until={fetchedAt + page.recallableMs}
              actions={actions}
              onRecalled={(recalled) => setRecallResult({ recalled })}
              onFailed={() => setRecallResult('failed')}
              onEnded={() => state.current?.focus()}
            />
          </>
        )}
        {failure !== null && (
          <Box ref={problem} tabIndex={-1}>
            <ActionFailure actions={actions} actionKey={RECALL_KEY} />
          </Box>
        )}
      </Stack>
    </DetailSection>
  );
};
