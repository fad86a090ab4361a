import type { LoginAnswer, TwoFactorMethod } from '@stagereel/contracts';
import { CODE_RESEND_SECONDS } from '@stagereel/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { resendTimeAfter } from '../../../lib/resend-wait.ts';
import { sendSecondStepCode } from '../../../lib/second-step-code.ts';
import type { Credentials } from '../api/log-in.ts';
import { logIn } from '../api/log-in.ts';

const nextResend = () => resendTimeAfter({ resendAfterSeconds: CODE_RESEND_SECONDS }, Date.now());

type Options = { credentials: Credentials; methods: readonly TwoFactorMethod[] };
type Callbacks = { onMailed: () => void; onSignedIn: (answer: LoginAnswer) => void; onError: (error: unknown) => void };

/**
 * How the second step's code gets into the mailbox. Without an authenticator it is on its way, and signing in again sends another;
 * beside one it is mailed only when it is asked for.
 */
export const useCodeMailing = ({ credentials, methods }: Options) => {
  const hasAuthenticator = methods.includes('authenticator');
  const mailing = useMutation({
    mutationFn: async () => {
      if (!hasAuthenticator) return logIn(credentials);
      await sendSecondStepCode(credentials.email);
      return null;
    },
  });
  const [isMailed, setIsMailed] = useState(!hasAuthenticator);
  const [resendAt, setResendAt] = useState<number | null>(() => (hasAuthenticator ? null : nextResend()));

  const send = ({ onMailed, onSignedIn, onError }: Callbacks) =>
    mailing.mutate(undefined, {
      onError,
      onSuccess: (answer) => {
        if (answer && answer.user !== null) return onSignedIn(answer);
        setIsMailed(true);
        setResendAt(nextResend());
        onMailed();
      },
    });

  return { hasAuthenticator, isMailed, resendAt, send, isPending: mailing.isPending, error: mailing.error };
};
