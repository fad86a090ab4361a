import { Anchor, Button, Stack, Text } from '@mantine/core';
import type { SessionUser } from '@stagereel/contracts';
import { type FormEvent, lazy, type ReactNode, type Ref, Suspense, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { EmailField, NameField } from '../../../components/ui/account-fields.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { NewPasswordFields } from '../../../components/ui/password-fields.tsx';
import { TouchCheckbox } from '../../../components/ui/touch-inputs.tsx';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { keepImeEnter } from '../../../lib/ime.ts';
import { useHasMoved } from '../../../lib/use-has-moved.ts';
import { hasEmptyField, REQUIRED_MISSING } from '../lib/registration-form.ts';
import { type Registration, useRegistration } from '../lib/use-registration.ts';

type TermsFieldProps = { ref: Ref<HTMLInputElement>; checked: boolean; onChange: (checked: boolean) => void; error: string | undefined };

const NewTab = ({ to, children }: { to: string; children: string }) => (
  <Anchor component={Link} to={to} target="_blank" rel="noopener" inherit>
    {children}
    <span className="visually-hidden">（新しいタブで開きます）</span>
  </Anchor>
);

/** The terms open in a new tab, so that the form is not lost. */
const TermsField = ({ ref, checked, onChange, error }: TermsFieldProps) => (
  <Stack gap={4}>
    <Text size="sm" c="dimmed">
      <NewTab to={paths.terms.to()}>利用規約</NewTab>と<NewTab to={paths.privacy.to()}>プライバシーポリシー</NewTab>
      をお読みのうえ、同意してください。
    </Text>
    <TouchCheckbox
      ref={ref}
      label={<FieldLabel required>利用規約に同意する</FieldLabel>}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      error={error}
    />
  </Stack>
);

/** The first step: address, name and password. */
const RegistrationForm = ({ registration: { form, submit, isSending, sendError } }: { registration: Registration }) => {
  const { values, errors, set, inputRef, check } = form;
  const isIncomplete = Object.keys(errors).length > 0 && hasEmptyField(values);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (check() && !isSending) submit();
  };

  return (
    <form onSubmit={onSubmit} onKeyDown={keepImeEnter} noValidate>
      <Stack gap="md">
        <NameField
          ref={inputRef('name')}
          value={values.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={errors.name}
        />
        <EmailField
          ref={inputRef('email')}
          description="6桁の認証コードをお送りします。"
          value={values.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
          error={errors.email}
        />
        <NewPasswordFields values={values} errors={errors} onChange={set} inputRef={inputRef} />
        <TermsField
          ref={inputRef('agreesToTerms')}
          checked={values.agreesToTerms}
          onChange={(agreesToTerms) => set({ agreesToTerms })}
          error={errors.agreesToTerms}
        />
        <FormErrors messages={isIncomplete ? [REQUIRED_MISSING] : []} />
        {sendError !== null && (
          <ErrorPanel title="登録に失敗しました">{userMessageOf(sendError, 'しばらくしてからもう一度お試しください。')}</ErrorPanel>
        )}
        <Button type="submit" fullWidth loading={isSending}>
          認証コードを送信する
        </Button>
      </Stack>
    </form>
  );
};

/** The code of the second step is loaded while the first is filled in. */
const loadCodeForm = () => import('./registration-code-form.tsx');
const RegistrationCodeForm = lazy(async () => ({ default: (await loadCodeForm()).RegistrationCodeForm }));

type Props = { onRegistered: (user: SessionUser) => void; footer: ReactNode };

/** The registration: the form, then the mailed code. */
export const RegistrationPanel = ({ onRegistered, footer }: Props) => {
  const registration = useRegistration();
  const hasMoved = useHasMoved(registration.step);

  useEffect(() => {
    // If it fails now, the second step loads it again.
    loadCodeForm().catch((error) => console.warn('Registration code step failed to preload', error));
  }, []);

  if (registration.step === 'code' && registration.pending !== null) {
    return (
      <FormPage key="code" title="認証コードの入力" lead="ステップ 2 / 2" isNextStep={hasMoved} footer={footer}>
        <Suspense fallback={<LoadingText />}>
          <RegistrationCodeForm pending={registration.pending} registration={registration} onRegistered={onRegistered} />
        </Suspense>
      </FormPage>
    );
  }
  return (
    <FormPage key="form" title="会員登録" lead="ステップ 1 / 2" isNextStep={hasMoved} footer={footer}>
      <RegistrationForm registration={registration} />
    </FormPage>
  );
};
