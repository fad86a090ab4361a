import { Container, Stack } from '@mantine/core';
import { Navigate, useNavigate } from 'react-router-dom';
import { useIsContestGone } from '../../api/contests.ts';
import { useSessionUser } from '../../api/session.ts';
import { ChangeLink } from '../../components/order/change-link.tsx';
import { CheckoutSteps } from '../../components/order/checkout-steps.tsx';
import { OrderLines } from '../../components/order/order-lines.tsx';
import { DataCard } from '../../components/ui/data-card.tsx';
import { LinkList } from '../../components/ui/link-list.tsx';
import { LoadingText } from '../../components/ui/loading-text.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';
import { CustomerStep } from '../../features/checkout/components/customer-step.tsx';
import { ContestGone } from '../../features/contests/components/contest-gone.tsx';
import type { OrderData } from '../../lib/saved-data.ts';
import { useSavedOrder } from '../../lib/use-saved-order.ts';

/** Members do not need to type their data; both pages lead back here. */
const MemberLinks = () => (
  <LinkList
    label="会員の方・会員登録をご希望の方"
    direction="row"
    links={[
      { label: '会員の方はログイン', to: `${paths.login.to()}?from=order` },
      { label: '会員登録', to: `${paths.register.to()}?from=order` },
    ]}
  />
);

type FormPath = (contestSlug: string) => string;

const Confirmation = ({ order, formPath }: { order: OrderData; formPath: FormPath }) => {
  const navigate = useNavigate();
  const { user, isKnown } = useSessionUser();
  const isGone = useIsContestGone(order.contestId);
  const form = formPath(order.contestSlug);
  return (
    <Container size="sm" pt={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <CheckoutSteps current="customer" />
        <PageTitle documentTitle="注文内容の確認">注文内容の確認</PageTitle>
        <DataCard title="ご注文内容" action={<ChangeLink to={form} what="ご注文内容" />}>
          <OrderLines contestName={order.contestName} lines={order.items} />
        </DataCard>
        {isGone && <ContestGone />}
        {!isKnown && <LoadingText />}
        {isKnown && !isGone && user === null && <MemberLinks />}
        {isKnown && !isGone && (
          <CustomerStep
            user={user}
            onBack={() => void navigate(form)}
            onCodeSent={() => void navigate(paths.emailVerification.to())}
            onProven={() => void navigate(paths.payment.to())}
          />
        )}
      </Stack>
    </Container>
  );
};

const OrderConfirmation = ({ formPath }: { formPath: FormPath }) => {
  const order = useSavedOrder();
  return order === null ? <Navigate to={paths.home.to()} replace /> : <Confirmation order={order} formPath={formPath} />;
};

export const OrderConfirmationPage = () => <OrderConfirmation formPath={paths.orderForm.to} />;

/** The same screen at the order form's previous address. */
export const OrderConfirmationOldPage = () => <OrderConfirmation formPath={paths.orderFormOld.to} />;
