import { Button, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { FormPage } from '../../../components/ui/form-page.tsx';

const REDIRECT_SECONDS = 3;

type Props = { message: string; onContinue: () => void };

/** The account is made; the sign-in follows by itself, or at once. */
export const AccountCreated = ({ message, onContinue }: Props) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one wait from the moment the page shows, whatever is drawn meanwhile
  useEffect(() => {
    const timer = setTimeout(onContinue, REDIRECT_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, []);

  return (
    <FormPage key="created" title="アカウントが作成されました" icon={IconCircleCheck} isNextStep>
      <Stack gap="md">
        <Text role="status">
          {message}
          <br />
          {REDIRECT_SECONDS}秒後に、ログイン画面へ移動します。
        </Text>
        <Button onClick={onContinue}>ログイン画面へ進む</Button>
      </Stack>
    </FormPage>
  );
};
