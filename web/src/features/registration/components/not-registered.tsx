import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { LinkList } from '../../../components/ui/link-list.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { paths } from '../../../config/paths.ts';

const TITLE = '会員登録のご案内';

/** Until it is known whether this browser has registered. */
export const CheckingRegistration = () => (
  <FormPage key="checking" title={TITLE}>
    <LoadingText>ログイン状態を確認しています...</LoadingText>
  </FormPage>
);

type Props = {
  /** The visitor came from an order. */
  isOrdering?: boolean;
};

/** Shown to a visitor of a page after the registration who has not registered in this browser. */
export const NotRegistered = ({ isOrdering = false }: Props) => (
  <FormPage
    key="neutral"
    title={TITLE}
    footer={<LinkList label="ほかのページ" links={[{ label: 'メールが届かないとき', to: paths.emailSupport.to() }]} />}
  >
    <Stack gap="md">
      <Text>このブラウザでは、会員登録を確認できませんでした。会員登録がお済みの方は、ログインしてください。</Text>
      {isOrdering && (
        <Button component={Link} to={paths.orderConfirmation.to()} fullWidth>
          ご注文の確認に進む
        </Button>
      )}
      <Button component={Link} to={paths.login.to()} variant={isOrdering ? 'default' : 'filled'} fullWidth>
        ログイン
      </Button>
      <Button component={Link} to={paths.register.to()} variant="default" fullWidth>
        会員登録
      </Button>
      {!isOrdering && (
        <Button component={Link} to={paths.home.to()} variant="default" fullWidth>
          ホームに戻る
        </Button>
      )}
    </Stack>
  </FormPage>
);
