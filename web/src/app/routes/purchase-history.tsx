import { Anchor, Button, Container, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useSessionUser } from '../../api/session.ts';
import { DataCard } from '../../components/ui/data-card.tsx';
import { LoadingText } from '../../components/ui/loading-text.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';
import { PurchaseList } from '../../features/purchase-history/components/purchase-list.tsx';
import { withSignInState } from '../../lib/sign-in-state.ts';

const SignInFirst = () => (
  <DataCard>
    <Stack gap="md">
      <Text>購入履歴を見るには、ログインしてください。</Text>
      <Group gap="sm">
        <Button component={Link} to={paths.login.to()} state={withSignInState({ from: paths.purchaseHistory.to() })}>
          ログイン
        </Button>
        <Button component={Link} to={paths.register.to()} variant="default">
          会員登録
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        会員登録をせずにご注文された場合は、
        <Anchor component={Link} to={paths.orderLookup.to()}>
          ご注文の照会
        </Anchor>
        をご利用ください。
      </Text>
    </Stack>
  </DataCard>
);

export const PurchaseHistoryPage = () => {
  const { user, isKnown } = useSessionUser();
  return (
    <Container size="lg" pt={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <PageTitle documentTitle="購入履歴">購入履歴</PageTitle>
          {user !== null && <Text c="dimmed">{user.email || user.username}</Text>}
        </div>
        {!isKnown && <LoadingText />}
        {isKnown && user === null && <SignInFirst />}
        {user !== null && <PurchaseList user={user} />}
      </Stack>
    </Container>
  );
};
