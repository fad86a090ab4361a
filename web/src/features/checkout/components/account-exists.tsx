import { Button, Stack, Text } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { FocusedAlert } from '../../../components/ui/focused-alert.tsx';
import { StepButtons } from '../../../components/ui/step-buttons.tsx';
import { paths } from '../../../config/paths.ts';

type Props = {
  email: string;
  /** The customer wanted to register with the order. */
  isOptionDropped: boolean;
  onBack: () => void;
  onContinue: () => void;
};

/** Shown when the address that was just verified has an account: the customer logs in, or orders as a guest. */
export const AccountExists = ({ email, isOptionDropped, onBack, onContinue }: Props) => (
  <>
    <FocusedAlert role="status" color="brand" icon={<IconUserCheck aria-hidden />} title="このメールアドレスは会員登録済みです">
      <Stack gap="sm" align="flex-start">
        <Text>
          <strong>{email}</strong> を認証しました。ログインすると、お客様情報の入力を省けます。ご注文内容はそのまま引き継がれます。
        </Text>
        {isOptionDropped && <Text>会員登録の希望は取り消しました。登録済みのパスワードは変わりません。</Text>}
        <Button component={Link} to={`${paths.login.to()}?from=order`}>
          ログインして続ける
        </Button>
      </Stack>
    </FocusedAlert>
    <StepButtons onBack={onBack}>
      <Button variant="default" onClick={onContinue}>
        ログインせずに支払いへ進む
      </Button>
    </StepButtons>
  </>
);
