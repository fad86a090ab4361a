import { Alert, Stack, Text } from '@mantine/core';
import { CUSTOMER_URGENT_ATTEMPTS, CUSTOMER_WARNING_ATTEMPTS, LOCK_SECONDS, MINUTE } from '@stagereel/contracts';
import { IconInfoCircle } from '@tabler/icons-react';
import { AttemptsWarning } from '../../../components/ui/attempts-warning.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import type { LoginFailures } from '../model/login-failures.ts';
import { showsGeneralNotice } from '../model/login-failures.ts';

const LOCK_TEXT = `${LOCK_SECONDS / MINUTE}分間、一時的にロックされます。`;

const urgentText = (remaining: number): string =>
  remaining === 1 ? `次に失敗すると、${LOCK_TEXT}` : `あと${remaining}回続けて失敗すると、${LOCK_TEXT}`;

/** Why signing in failed, and what comes of more failures. */
export const FailureNotices = ({ failures }: { failures: LoginFailures }) => {
  const { message, remaining } = failures;
  if (message === null) return null;
  return (
    <Stack gap="sm">
      <ErrorPanel title="ログインに失敗しました">{message}</ErrorPanel>
      <AttemptsWarning remaining={remaining} from={CUSTOMER_WARNING_ATTEMPTS}>
        {remaining !== null && remaining <= CUSTOMER_URGENT_ATTEMPTS && <Text size="sm">{urgentText(remaining)}</Text>}
      </AttemptsWarning>
      {showsGeneralNotice(failures) && (
        <Alert color="orange" variant="light" icon={<IconInfoCircle aria-hidden />}>
          <Text size="sm">
            ログインの失敗が続いています。このまま失敗が続くと、一時的にログインできなくなります。パスワードをお忘れの場合は、再設定してください。
          </Text>
        </Alert>
      )}
    </Stack>
  );
};
