import { Anchor, Button, Stack, Text } from '@mantine/core';
import type { SessionUser } from '@stagereel/contracts';
import type { FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { EmailField, NameField } from '../../../components/ui/account-fields.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { StepButtons } from '../../../components/ui/step-buttons.tsx';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { savedData } from '../../../lib/saved-data.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { rememberPassword } from '../../../lib/volatile-password.ts';
import { isProven } from '../lib/email-proof.ts';
import { submitCustomer } from '../lib/submit-customer.ts';
import { type CustomerForm, useCustomerForm } from '../lib/use-customer-form.ts';
import { isPasswordRefused } from '../lib/wanted-account.ts';
import { AutoLoginOption } from './auto-login-option.tsx';

/** The customer's fields. */
const CustomerFields = ({ form: { values, errors, set, inputRef } }: { form: CustomerForm }) => (
  <>
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
  </>
);

const AccountHint = () => (
  <Text size="sm">
    このメールアドレスは会員登録済みです。
    <Anchor component={Link} to={`${paths.login.to()}?from=order`} fz="inherit">
      ログインして続ける
    </Anchor>
  </Text>
);

type Props = {
  user: SessionUser | null;
  onBack: () => void;
  /** Called when a code was sent, because the address is not verified; also when the verified address turned out to have an account. */
  onCodeSent: () => void;
  /** Called when the address is already verified. */
  onProven: () => void;
};

/** The customer's email address and name. Submitting sends a code unless the address is verified. */
export const CustomerStep = ({ user, onBack, onCodeSent, onProven }: Props) => {
  const form = useCustomerForm({ account: user && { email: user.email, name: user.name ?? '' } });
  const submission = useSingleMutation({ mutationFn: submitCustomer });
  const isDone = isProven({ customer: form.customer, user, now: Date.now() });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const customer = form.check();
    if (customer === null) return;
    if (customer.wantsAutoLogin && form.values.password !== '') rememberPassword(form.values.password);
    submission.mutate(
      { customer, user },
      {
        onSuccess: ({ customer: submitted, next }) => {
          savedData.write('customerData', submitted);
          if (next === 'payment') onProven();
          else onCodeSent();
        },
        onError: (error) => isPasswordRefused(error) && form.refuse(error.fields),
      },
    );
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <DataCard title="お客様情報">
          <Stack gap="md">
            <CustomerFields form={form} />
            {user === null && (form.customer.hasAccount ? <AccountHint /> : <AutoLoginOption form={form} />)}
          </Stack>
        </DataCard>
        {submission.isError && !isPasswordRefused(submission.error) && (
          <ErrorPanel title={isDone ? '次の画面へ進めませんでした' : '認証コードの送信に失敗しました。'}>
            {userMessageOf(submission.error, '時間をおいて、もう一度お試しください。')}
          </ErrorPanel>
        )}
        <StepButtons onBack={onBack}>
          <Button type="submit" loading={submission.isPending}>
            {isDone ? 'お支払いへ進む' : 'メール認証へ進む'}
          </Button>
        </StepButtons>
      </Stack>
    </form>
  );
};
