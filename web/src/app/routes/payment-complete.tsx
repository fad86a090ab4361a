import { Button, Container, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import type { RegistrationOutcome } from '../../api/registration.ts';
import { useSessionUser } from '../../api/session.ts';
import { CheckoutSteps } from '../../components/order/checkout-steps.tsx';
import { DeliveryEstimate } from '../../components/order/delivery-estimate.tsx';
import { DataCard } from '../../components/ui/data-card.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';
import { saleTerms } from '../../config/sale-terms.ts';
import { AccountLinkSent, AccountOffer } from '../../features/account-offer/components/account-offer.tsx';
import { type CompletedOrder, savedData } from '../../lib/saved-data.ts';

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

export const PaymentCompletePage = () => {
  const { completed, markRegistered } = useCompletedOrder();
  const { user, isKnown } = useSessionUser();
  if (completed === null) return <Navigate to={paths.home.to()} replace />;

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
                {completed.orderNumber}
              </Text>
            </div>
            <Text>
              お支払いが完了しました。確認メールを <strong>{completed.email}</strong> にお送りします。
            </Text>
            <Text>
              {saleTerms.delivery}
              <br />
              <DeliveryEstimate />
            </Text>
            <Text size="sm" c="dimmed">
              {saleTerms.download}メールが届かない場合は、迷惑メールフォルダもご確認ください。
            </Text>
          </Stack>
        </DataCard>
        {completed.accountPending && isKnown && user === null && (
          <AccountOffer email={completed.email} name={completed.name} onRegistered={markRegistered} />
        )}
        {completed.accountLinkSent && <AccountLinkSent email={completed.email} />}
        <Group justify="center" gap="sm">
          <Button component={Link} to={paths.receipt.to(completed.orderNumber)} variant="default">
            領収書を発行する
          </Button>
          {user !== null && (
            <Button component={Link} to={paths.purchaseHistory.to()} variant="default">
              購入履歴を見る
            </Button>
          )}
          <Button component={Link} to={paths.home.to()}>
            ホームに戻る
          </Button>
        </Group>
      </Stack>
    </Container>
  );
};
