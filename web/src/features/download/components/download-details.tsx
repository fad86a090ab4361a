import { Alert, Anchor, Button, List, Stack, Text } from '@mantine/core';
import { type DownloadPage, errorCatalogue, formatDateTime } from '@stagereel/contracts';
import { IconAlertCircle, IconExternalLink, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { ReceiptLink } from '../../../components/order/receipt-link.tsx';
import { CopyField } from '../../../components/ui/copy-field.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { QrCode } from '../../../components/ui/qr-code.tsx';
import { paths } from '../../../config/paths.ts';
import { inAppBrowserOf, outsideLine } from '../lib/in-app-browser.ts';
import { isClaimValid, isExpired } from '../lib/line-view.ts';
import { Collapsible } from './collapsible.tsx';
import styles from './download-details.module.css';
import { DownloadLine } from './download-line.tsx';
import { SaveHints } from './save-hints.tsx';
import { VideosToFollow } from './videos-to-follow.tsx';

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
const OtherDevice = () => {
  const address = `${window.location.origin}${window.location.pathname}`;
  return (
    <Collapsible title="別の端末で受け取る（QRコード）">
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
    </Collapsible>
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
  const canDownload = canStillMove || page.orders.some(isClaimValid);
  return (
    <>
      {expired && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
          <Stack gap="xs" align="flex-start">
            <Text>{errorCatalogue.DownloadPageExpired.message}</Text>
            <Text>
              まだダウンロードされていない動画がある場合は、
              <Anchor component={Link} to={paths.contact.to()} c="inherit">
                お問い合わせ
              </Anchor>
              ください。
            </Text>
            <Button component={Link} to={paths.orderLookup.to()} variant="default">
              ご注文の照会
            </Button>
            {page.orders.some(isClaimValid) && (
              <Text>このブラウザでダウンロードを開始した動画は、それぞれに表示された日時まで、もう一度ダウンロードできます。</Text>
            )}
          </Stack>
        </Alert>
      )}
      {!expired && <InAppNotice />}
      <DataCard title="動画">
        {page.orders.length === 0 && <Text>ダウンロードできる動画がありません。</Text>}
        <ul className={styles.lines}>
          {page.orders.map((line) => (
            <DownloadLine key={line.id} pageId={pageId} orderNumber={page.orderNumber} line={line} isExpired={expired} />
          ))}
        </ul>
      </DataCard>
      {page.following && <VideosToFollow following={page.following} />}
      {canDownload && (
        <>
          <List size="sm" spacing={4}>
            {page.orders.some(({ previewUrl }) => previewUrl !== null) && (
              <List.Item>
                プレビューは、画質を下げて透かしを入れた、短い確認用の映像です。再生しても、ダウンロードの回数には数えられません。
              </List.Item>
            )}
            <List.Item>通信環境のよい場所でダウンロードしてください。</List.Item>
            <List.Item>途中で止まった場合は、ブラウザのダウンロード一覧の「再開」を押すと、続きから受け取れます。</List.Item>
          </List>
          <SaveHints />
        </>
      )}
      {canStillMove && <OtherDevice />}
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
    </>
  );
};
