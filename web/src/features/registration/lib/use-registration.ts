import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CodeSent } from '../../../api/email-code.ts';
import { type NewAccount, sendRegistrationCode } from '../../../api/registration.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { afterCodeSent, afterResendRefused, isCodeAlreadySent, isCodeValid, secondsUntilResend } from '../../../lib/resend-wait.ts';
import { type PendingRegistration, savedData } from '../../../lib/saved-data.ts';
import { accountOf, useRegistrationForm } from './registration-form.ts';

const isSame = (one: NewAccount, other: NewAccount | null): boolean =>
  one.email === other?.email && one.name === other.name && one.password === other.password;

/**
 * The two steps of a registration. A reload in the second step returns to it; the password, which is only in memory, is then lost, and
 * another code requires the form again.
 */
export const useRegistration = () => {
  const [pending, setPending] = useState(() => savedData.read('pendingRegistration'));
  const [step, setStep] = useState<'form' | 'code'>(() => (pending !== null && isCodeValid(pending, Date.now()) ? 'code' : 'form'));
  /** The input that the last code was sent for; null after a reload. */
  const [sentFor, setSentFor] = useState<NewAccount | null>(null);
  const form = useRegistrationForm(pending);
  const send = useMutation({ mutationFn: sendRegistrationCode });
  const resend = useMutation({ mutationFn: sendRegistrationCode });

  const save = (next: PendingRegistration) => {
    savedData.write('pendingRegistration', next);
    setPending(next);
  };

  const started = (account: NewAccount, sent: CodeSent) => {
    const { email, name } = account;
    save(afterCodeSent({ email, name, codeSentAt: null, resendAt: null }, sent, Date.now()));
    setSentFor(account);
  };

  /** Submits the first step. A code sent moments ago is still used unless the input changed. */
  const submit = () => {
    const account = accountOf(form.values);
    const isUnchanged = isSame(account, sentFor);
    if (isUnchanged && pending !== null && secondsUntilResend(pending.resendAt, Date.now()) > 0) return setStep('code');
    send.mutate(account, {
      onSuccess: (sent) => {
        started(account, sent);
        setStep('code');
      },
      onError: (error) => {
        if (isUnchanged && pending !== null && isCodeAlreadySent(error)) {
          save(afterResendRefused(pending, error, Date.now()));
          setStep('code');
        } else if (error instanceof ApiError) form.refuse(error.fields);
      },
    });
  };

  const sendAgain = (onSent: () => void) => {
    if (sentFor === null) return;
    resend.mutate(sentFor, {
      onSuccess: (sent) => {
        started(sentFor, sent);
        onSent();
      },
      onError: (error) => {
        if (pending !== null && isCodeAlreadySent(error)) save(afterResendRefused(pending, error, Date.now()));
      },
    });
  };

  return {
    step,
    pending,
    form,
    submit,
    isSending: send.isPending,
    sendError: send.error,
    /** Null when the password is lost and the form has to be submitted again. */
    sendAgain: sentFor === null ? null : sendAgain,
    isSendingAgain: resend.isPending,
    resendError: resend.error,
    backToForm: () => {
      send.reset();
      resend.reset();
      setStep('form');
    },
  };
};

export type Registration = ReturnType<typeof useRegistration>;
