import { Alert, Anchor, Button, List, Stack, Text } from '@mantine/core';
import { CLAIM_SECONDS, type DownloadPage, errorCatalogue, formatDateTime, HOUR } from '@stagereel/contracts';
import { IconAlertCircle, IconExternalLink, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { ReceiptLink } from '../../../components/order/receipt-link.tsx';
import { CopyField } from '../../../components/ui/copy-field.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { QrCode } from '../../../components/ui/qr-code.tsx';
import { paths } from '../../../config/paths.ts';
import { inAppBrowserOf, outsideLine } from '../lib/in-app-browser.ts';
import { isClaimValid, isExpired } from '../lib/line-view.ts';
import styles from './download-details.module.css';
import { DownloadLine } from './download-line.tsx';

/** A notice for in-app browsers: most cannot save a file, and a claim made there does not apply to other browsers. */
const InAppNotice = () => {
  const app = inAppBrowserOf(navigator.userAgent);
  if (app === null) return null;
  return (
    <Alert color="blue" variant="light" icon={<IconInfoCircle aria-hidden />} title={`${app}のアプリ内で開いています`}>
      <Text>
        アプリ内の画面では、動画を保存できないことがあります。「ダウンロード」を押す前に、SafariやChromeなどのブラウザでこのページを開いてください。
      </Text>
      {app === 'LINE' ? (
        <Button
          component="a"
          href={outsideLine(window.location.href)}
          mt="sm"
          variant="default"
          leftSection={<IconExternalLink size={20} aria-hidden />}
        >
          ブラウザで開く
        </Button>
      ) : (
        <Text mt="xs">画面のメニュー（…）から「ブラウザで開く」を選ぶか、下のアドレスをコピーしてブラウザに貼り付けてください。</Text>
      )}
    </Alert>
  );
};

/** A QR code to open the page on another device, before the download starts here. */
const OtherDeviceCard = () => {
  const address = `${window.location.origin}${window.location.pathname}`;
  return (
    <DataCard title="別の端末で受け取る">
      <div className={styles.ways}>
        <QrCode text={address} label="このページを開くQRコード" size={168} />
        <Stack gap="sm" className={styles.text}>
          <Text size="sm">動画を保存したい端末のカメラでQRコードを読み取ると、このページが開きます。</Text>
          <Text size="sm">
            動画は、最初に「ダウンロード」を押したブラウザでのみ受け取れます。別の端末で受け取る場合は、この端末ではボタンを押さないでください。
          </Text>
          <CopyField label="このページのアドレス" text={address} />
        </Stack>
      </div>
    </DataCard>
  );
};

type Props = {
  pageId: string;
  page: DownloadPage;
  /** When the page was fetched, in epoch milliseconds. */
  loadedAt: number;
};

/** The order, the expiry of its page, and a download button per video. */
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
            {page.orders.some(isClaimValid) && (
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
