import { Button, Stack } from '@mantine/core';
import type { SessionUser } from '@stagereel/contracts';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { StepButtons } from '../../../components/ui/step-buttons.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { sendEmailCode } from '../../../lib/email-code.ts';
import { isCodeAlreadySent, secondsUntilResend, withCodeSent, withEarlierCode } from '../../../lib/resend-wait.ts';
import type { CustomerData } from '../../../lib/storage.ts';
import { savedData } from '../../../lib/storage.ts';
import { forgetPassword, holdPassword } from '../../../lib/volatile-password.ts';
import { isProven } from '../model/email-proof.ts';
import { useCustomerForm } from '../model/use-customer-form.ts';
import { CustomerFields } from './customer-fields.tsx';

type Props = {
  user: SessionUser | null;
  onBack: () => void;
  /** The address needs a code, which is on its way. */
  onCodeSent: () => void;
  /** The address is proven already. */
  onProven: () => void;
};

/** E-mail and name of who orders; going on sends the code unless the address is proven. */
export const CustomerStep = ({ user, onBack, onCodeSent, onProven }: Props) => {
  const form = useCustomerForm({ account: user && { email: user.email, name: user.name ?? '' } });
  const sendCode = useMutation({ mutationFn: sendEmailCode });

  const save = (customer: CustomerData, goOn: () => void) => {
    savedData.write('customerData', customer);
    goOn();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const customer = form.check();
    if (customer === null || sendCode.isPending) return;
    if (customer.wantsAutoLogin) holdPassword(form.values.password);
    else forgetPassword();

    const now = Date.now();
    if (isProven({ customer, user, now })) return save(customer, onProven);
    if (secondsUntilResend(customer.resendAt, now) > 0) return save(customer, onCodeSent);
    sendCode.mutate(customer.email, {
      onSuccess: (sent) => save(withCodeSent(customer, sent, Date.now()), onCodeSent),
      onError: (error) => {
        if (isCodeAlreadySent(error)) save(withEarlierCode(customer, error, Date.now()), onCodeSent);
      },
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <DataCard title="お客様情報">
          <CustomerFields form={form} offersAutoLogin={user === null} />
        </DataCard>
        {sendCode.isError && !isCodeAlreadySent(sendCode.error) && (
          <ErrorPanel title="認証コードの送信に失敗しました。">
            {userMessageOf(sendCode.error, '時間をおいて、もう一度お試しください。')}
          </ErrorPanel>
        )}
        <StepButtons onBack={onBack}>
          <Button type="submit" loading={sendCode.isPending}>
            {isProven({ customer: form.customer, user, now: Date.now() }) ? 'お支払いへ進む' : 'メール認証へ進む'}
          </Button>
        </StepButtons>
      </Stack>
    </form>
  );
};
