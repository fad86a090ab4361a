import { Button, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { EmailField } from '../../../components/ui/email-field.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { NameField } from '../../../components/ui/name-field.tsx';
import { NewPasswordFields } from '../../../components/ui/new-password-fields.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { keepImeEnter } from '../../../lib/ime.ts';
import { hasEmptyField, REQUIRED_MISSING } from '../model/registration-form.ts';
import type { Registration } from '../model/use-registration.ts';
import { TermsField } from './terms-field.tsx';

/** The first step: who registers, with which password. */
export const RegistrationForm = ({ registration: { form, submit, isSending, sendError } }: { registration: Registration }) => {
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
