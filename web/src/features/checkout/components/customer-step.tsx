import { Button, Stack } from '@mantine/core';
import type { SessionUser } from '@stagereel/contracts';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { sendEmailCode } from '../../../api/email-code.ts';
import { EmailField, NameField } from '../../../components/ui/account-fields.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { NewPasswordFields } from '../../../components/ui/password-fields.tsx';
import { StepButtons } from '../../../components/ui/step-buttons.tsx';
import { TouchCheckbox } from '../../../components/ui/touch-inputs.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { afterCodeSent, afterResendRefused, isCodeAlreadySent, secondsUntilResend } from '../../../lib/resend-wait.ts';
import { type CustomerData, savedData } from '../../../lib/saved-data.ts';
import { forgetPassword, rememberPassword } from '../../../lib/volatile-password.ts';
import { isProven } from '../lib/email-proof.ts';
import { type CustomerForm, useCustomerForm } from '../lib/use-customer-form.ts';
import styles from './customer-step.module.css';

type CustomerFieldsProps = { form: CustomerForm; offersAutoLogin: boolean };

/** The customer's fields, and the option to create an account. */
const CustomerFields = ({ form: { values, errors, set, inputRef }, offersAutoLogin }: CustomerFieldsProps) => (
  <Stack gap="md">
    <EmailField
      ref={inputRef('email')}
      description="認証コードと、動画のダウンロードのご案内をお送りします。"
      value={values.email}
      onChange={(event) => set({ email: event.currentTarget.value })}
      error={errors.email}
    />
    <NameField
      ref={inputRef('name')}
      value={values.name}
      onChange={(event) => set({ name: event.currentTarget.value })}
      error={errors.name}
    />
    {offersAutoLogin && (
      <div className={styles.option}>
        <TouchCheckbox
          label="次回から自動でログインする"
          description="ご注文と同時に、利用規約に同意のうえ会員登録を行います。会員登録をしなくてもご注文いただけます。"
          checked={values.wantsAutoLogin}
          onChange={(event) => set({ wantsAutoLogin: event.currentTarget.checked })}
        />
        {values.wantsAutoLogin && (
          <Stack gap="md" mt="md">
            <NewPasswordFields values={values} errors={errors} onChange={set} inputRef={inputRef} />
          </Stack>
        )}
      </div>
    )}
  </Stack>
);

type Props = {
  user: SessionUser | null;
  onBack: () => void;
  /** Called when a code was sent, because the address is not verified. */
  onCodeSent: () => void;
  /** Called when the address is already verified. */
  onProven: () => void;
};

/** The customer's email address and name. Submitting sends a code unless the address is verified. */
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
    if (customer.wantsAutoLogin) rememberPassword(form.values.password);
    else forgetPassword();

    const now = Date.now();
    if (isProven({ customer, user, now })) return save(customer, onProven);
    if (secondsUntilResend(customer.resendAt, now) > 0) return save(customer, onCodeSent);
    sendCode.mutate(customer.email, {
      onSuccess: (sent) => save(afterCodeSent(customer, sent, Date.now()), onCodeSent),
      onError: (error) => {
        if (isCodeAlreadySent(error)) save(afterResendRefused(customer, error, Date.now()), onCodeSent);
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
