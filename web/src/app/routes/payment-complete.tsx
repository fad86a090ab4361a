import { Button, Container, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { orderStatusQuery } from '../../api/order-status.ts';
import type { RegistrationOutcome } from '../../api/registration.ts';
import { useSessionUser } from '../../api/session.ts';
import { CheckoutSteps } from '../../components/order/checkout-steps.tsx';
import { DeliveryEstimate } from '../../components/order/delivery-estimate.tsx';
import { MailboxButton } from '../../components/order/mailbox-button.tsx';
import { OrderProgress } from '../../components/order/order-progress.tsx';
import { OrderedVideos } from '../../components/order/ordered-videos.tsx';
import { ReceiptLink } from '../../components/order/receipt-link.tsx';
import { DataCard } from '../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../components/ui/error-panel.tsx';
import { LoadingText } from '../../components/ui/loading-text.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';
import { saleTerms } from '../../config/sale-terms.ts';
import { AccountLinkSent, AccountOffer } from '../../features/account-offer/components/account-offer.tsx';
import { userMessageOf } from '../../lib/api-error.ts';
import { type CompletedOrder, savedData } from '../../lib/saved-data.ts';
import { withSignInState } from '../../lib/sign-in-state.ts';

const useCompletedOrder = () => {
  const [completed, setCompleted] = useState(() => savedData.read('completedOrder'));
  const markRegistered = (outcome: RegistrationOutcome) => {
    if (completed === null) return;
    const next: CompletedOrder = { ...completed, accountPending: false, accountLinkSent: outcome === 'link-sent' };
    savedData.write('completedOrder', next);
    setCompleted(next);
  };
  return { completed, markRegistered };
};

/** The order with its current state. If it cannot be loaded, the order number and the delivery notice above are still there. */
const PaidOrder = ({ statusPath, orderNumber }: { statusPath: string; orderNumber: string }) => {
  const { data, error, isPending, isFetching, refetch } = useQuery(orderStatusQuery(statusPath));
  if (isPending) return <LoadingText />;
  if (data === undefined) {
    return (
      <ErrorPanel title="ご注文内容を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
        ご注文は完了しています。{userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
      </ErrorPanel>
    );
  }
  return (
    <>
      <OrderProgress page={data}>
        <Button component={Link} to={statusPath}>
          ご注文の状況を見る
        </Button>
        <Text size="sm" c="dimmed">
          納品までの状況は、確認メールの「ご注文の状況を見る」からも、いつでもご確認いただけます。
        </Text>
      </OrderProgress>
      <DataCard title="ご注文内容" action={<ReceiptLink to={paths.receipt.to(orderNumber)} label="領収書を発行する" />}>
        <OrderedVideos page={data} />
      </DataCard>
    </>
  );
};

type ExistingAccountProps = {
  email: string;
  /** The customer chose a password for a new account while ordering. */
  isPasswordUnused: boolean;
};

/** The address has an account, and this browser is not signed in to it. */
const ExistingAccount = ({ email, isPasswordUnused }: ExistingAccountProps) => (
  <DataCard title="会員登録はお済みです">
    <Stack gap="md">
      <Text>
        <strong>{email}</strong> は、すでに会員登録されています。
        {isPasswordUnused && 'ご注文の際に入力されたパスワードは使われていません。'}
        ログインすると、このご注文を購入履歴でご確認いただけます。
      </Text>
      <Button component={Link} to={paths.login.to()} state={withSignInState({ from: paths.purchaseHistory.to() })} variant="default">
        ログイン
      </Button>
    </Stack>
  </DataCard>
);

/** The server creates the account, but has not done so yet. */
const AccountPending = ({ email }: { email: string }) => (
  <DataCard title="会員登録を処理しています">
    <Text>
      まもなく完了します。完了すると、<strong>{email}</strong> と設定したパスワードでログインできます。
    </Text>
  </DataCard>
);

/** The server said so when the address was verified for the order. */
const isKnownMember = (email: string): boolean => {
  const customer = savedData.read('customerData');
  return customer !== null && customer.email === email && customer.hasAccount === true;
};

/** What the customer can do about an account: nothing if signed in. */
const AccountPart = ({ completed, onRegistered }: { completed: CompletedOrder; onRegistered: (outcome: RegistrationOutcome) => void }) => {
  const { user, isKnown } = useSessionUser();
  if (completed.accountLinkSent) return <AccountLinkSent email={completed.email} />;
  if (!isKnown || user !== null) return null;
  if (completed.account === 'pending') return <AccountPending email={completed.email} />;
  if (completed.account !== undefined || isKnownMember(completed.email)) {
    return <ExistingAccount email={completed.email} isPasswordUnused={completed.account === 'exists'} />;
  }
  const { email, name, accountPending } = completed;
  return <AccountOffer email={email} name={name} isWanted={accountPending} onRegistered={onRegistered} />;
};

export const PaymentCompletePage = () => {
  const { completed, markRegistered } = useCompletedOrder();
  const { user } = useSessionUser();
  if (completed === null) return <Navigate to={paths.home.to()} replace />;
  const { orderNumber, email, statusPath } = completed;

  return (
    <Container size="sm" pt={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <CheckoutSteps current="complete" />
        <Group gap="sm" wrap="nowrap" align="center">
          <IconCircleCheckFilled size={36} color="var(--mantine-color-teal-filled)" aria-hidden style={{ flex: 'none' }} />
          <PageTitle documentTitle="ご注文完了">ご注文ありがとうございます</PageTitle>
        </Group>
        <DataCard>
          <Stack gap="md">
            <div>
              <Text size="sm" c="dimmed">
                注文番号
              </Text>
              <Text fz={28} fw={700} lh={1.3} style={{ fontVariantNumeric: 'tabular-nums' }}>
                {orderNumber}
              </Text>
            </div>
            <Text>
              お支払いが完了しました。確認メールを <strong>{email}</strong> にお送りします。
            </Text>
            <Text>
              {saleTerms.delivery}
              {!statusPath && (
                <>
                  <br />
                  <DeliveryEstimate />
                </>
              )}
            </Text>
            <Text size="sm" c="dimmed">
              {saleTerms.download}メールが届かない場合は、迷惑メールフォルダもご確認ください。
            </Text>
            <MailboxButton email={email} />
          </Stack>
        </DataCard>
        {statusPath && <PaidOrder statusPath={statusPath} orderNumber={orderNumber} />}
        <AccountPart completed={completed} onRegistered={markRegistered} />
        <Group justify="center" gap="sm">
          {!statusPath && (
            <Button component={Link} to={paths.receipt.to(orderNumber)} variant="default">
              領収書を発行する
            </Button>
          )}
          {user !== null && (
            <Button component={Link} to={paths.purchaseHistory.to()} variant="default">
              購入履歴を見る
            </Button>
          )}
          <Button component={Link} to={paths.home.to()} variant="default">
            ホームに戻る
          </Button>
        </Group>
      </Stack>
    </Container>
  );
};
