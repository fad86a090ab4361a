import { Button, Stack, Text } from '@mantine/core';
import { CODE_LIFETIME_SECONDS } from '@stagereel/contracts';
import { useState } from 'react';
import { adminMarker, type PendingAdminLogin } from '../../../lib/admin-marker.ts';
import { announceSignIn } from '../../../lib/sign-in-here.ts';
import { signInNotices } from '../lib/sign-in-notice.ts';
import { PasswordStep } from './admin-login-form.tsx';
import { CodeStep, TwoFactorLead } from './two-factor-form.tsx';

/** Starts the time of the second step. It is kept only here: after a reload, the sign-in page takes over. */
const startStep = (step: Pick<PendingAdminLogin, 'email' | 'methods'>): PendingAdminLogin => ({
  ...step,
  expiresAt: Date.now() + CODE_LIFETIME_SECONDS * 1000,
});

/**
 * Both steps of the admin's sign-in inside an open dialog, for the admin whose session ended there. Nothing on the page is lost: no navigation, and
 * what was loaded stays. Shown by a place that uses `useSignInHere`.
 */
export const SignInAgain = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const [pending, setPending] = useState<PendingAdminLogin | null>(null);
  // Without an expired session, the place that shows this says why.
  const [notice, setNotice] = useState<string | null>(() => (adminMarker.read() ? null : signInNotices.sessionExpired));

  const finish = () => {
    announceSignIn();
    onSignedIn();
  };

  if (!pending) {
    return (
      <PasswordStep
        notice={notice}
        fixedEmail={adminMarker.owner()}
        onPassed={(email, { requiresTwoFactor, methods }) => {
          if (requiresTwoFactor) return setPending(startStep({ email, methods: methods ?? ['mail'] }));
          adminMarker.write(email);
          finish();
        }}
      />
    );
  }
  return (
    <Stack gap="md">
      <Text c="dimmed">
        <TwoFactorLead pending={pending} />
      </Text>
      <CodeStep
        pending={pending}
        isPageReplaced={false}
        onMailed={(mailed) => setPending(startStep(mailed))}
        onSignedIn={finish}
        onExpired={() => {
          setNotice(signInNotices.codeExpired);
          setPending(null);
        }}
        back={
          <Button variant="subtle" size="sm" h={44} onClick={() => setPending(null)}>
            パスワードの入力に戻る
          </Button>
        }
      />
    </Stack>
  );
};
