import { Alert, Anchor, List, Stack, Text } from '@mantine/core';
import type { DownloadPage } from '@stagereel/contracts';
import { CLAIM_SECONDS, errorCatalogue, formatDateTime, HOUR } from '@stagereel/contracts';
import { IconAlertCircle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { ReceiptLink } from '../../../components/order/receipt-link.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { paths } from '../../../config/paths.ts';
import { isExpired, isGoingOn } from '../model/line-view.ts';
import styles from './download-details.module.css';
import { DownloadLine } from './download-line.tsx';
import { InAppNotice } from './in-app-notice.tsx';
import { OtherDeviceCard } from './other-device-card.tsx';

type Props = {
  pageId: string;
  page: DownloadPage;
  /** When the page was last fetched, epoch milliseconds. */
  loadedAt: number;
};

/** What was ordered, until when it can be had, and a button for each video. */
export const DownloadDetails = ({ pageId, page, loadedAt }: Props) => {
  const expired = isExpired(page, loadedAt);
  const canStillMove = !expired && page.orders.some(({ state }) => state === 'open');
  return (
    <>
      {expired && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
          <Stack gap="xs">
            <Text>{errorCatalogue.DownloadPageExpired.message}</Text>
            <Text>
              まだダウンロードされていない動画がある場合は、
              <Anchor component={Link} to={paths.contact.to()} c="inherit">
                お問い合わせ
              </Anchor>
              ください。
            </Text>
            {page.orders.some(isGoingOn) && (
              <Text>このブラウザでダウンロードを開始した動画は、それぞれに表示された日時まで、もう一度ダウンロードできます。</Text>
            )}
          </Stack>
        </Alert>
      )}
      {!expired && <InAppNotice />}
      <DataCard title="ご注文" action={<ReceiptLink to={paths.downloadReceipt.to(pageId)} />}>
        <dl className={styles.facts}>
          <dt>注文番号</dt>
          <dd>{page.orderNumber}</dd>
          <dt>作成日時</dt>
          <dd>{formatDateTime(page.createdAt)}</dd>
          <dt>有効期限</dt>
          <dd>{formatDateTime(page.expiresAt)}</dd>
        </dl>
      </DataCard>
      <DataCard title="動画">
        {!expired && (
          <List size="sm" spacing={4} mb="md">
            <List.Item>ダウンロードは、動画1本につき1回限りです。通信環境のよい場所でお試しください。</List.Item>
            <List.Item>
              途中で止まった場合は、ブラウザのダウンロード一覧の「再開」を押すと、続きから受け取れます。開始から{CLAIM_SECONDS / HOUR}
              時間以内なら、同じ端末の同じブラウザでもう一度ダウンロードできます。
            </List.Item>
          </List>
        )}
        {page.orders.length === 0 && <Text>ダウンロードできる動画がありません。</Text>}
        <ul className={styles.lines}>
          {page.orders.map((line) => (
            <DownloadLine key={line.id} pageId={pageId} line={line} isExpired={expired} />
          ))}
        </ul>
      </DataCard>
      {canStillMove && <OtherDeviceCard />}
    </>
  );
};
