import { Container, Stack } from '@mantine/core';
import { missingErrors } from '@stagereel/contracts';
import { useParams } from 'react-router-dom';
import { receiptPaths } from '../../api/receipts.ts';
import { useSessionUser } from '../../api/session.ts';
import { BackButton } from '../../components/ui/back-button.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';
import { ReceiptContent } from '../../features/receipt/components/receipt-content.tsx';

/** The receipts of an order, for a browser that has verified the order's email address. */
export const ReceiptPage = () => {
  const { orderNumber = '' } = useParams();
  const { user } = useSessionUser();
  return (
    <Container size="md" pt={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <div className="screen-only">
          {user !== null && <BackButton to={paths.purchaseHistory.to()}>購入履歴に戻る</BackButton>}
          <PageTitle documentTitle={`領収書 ${orderNumber}`}>領収書の発行</PageTitle>
        </div>
        <ReceiptContent
          path={receiptPaths.ofOrder(orderNumber)}
          missing={{ text: missingErrors.OrderNotFound.message, hint: 'お手元のメールで注文番号をご確認ください。', mayBeAnothers: true }}
        />
      </Stack>
    </Container>
  );
};

/** The receipts of an order, for anyone with the download page's link. */
export const DownloadReceiptPage = () => {
  const { downloadPageId = '' } = useParams();
  return (
    <Container size="md" pt={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <div className="screen-only">
          <BackButton to={paths.download.to(downloadPageId)}>ダウンロードページに戻る</BackButton>
          <PageTitle documentTitle="領収書">領収書の発行</PageTitle>
        </div>
        <ReceiptContent
          path={receiptPaths.ofDownloadPage(downloadPageId)}
          missing={{
            text: missingErrors.DownloadPageNotFound.message,
            hint: 'メールに記載されたアドレスをもう一度ご確認ください。',
            mayBeAnothers: false,
          }}
        />
      </Stack>
    </Container>
  );
};
