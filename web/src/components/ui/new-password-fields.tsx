import type { Ref } from 'react';
import type { NewPassword, NewPasswordErrors } from '../../lib/password-rules.ts';
import { PASSWORD_HINT } from '../../lib/password-rules.ts';
import { PasswordField } from './password-field.tsx';

type Props = {
  values: NewPassword;
  errors: NewPasswordErrors;
  onChange: (changes: Partial<NewPassword>) => void;
  inputRef: (field: keyof NewPassword) => Ref<HTMLInputElement>;
  /** What the password is for, where 「パスワード」 alone would not say it. */
  label?: string;
};

/** A password somebody chooses, and its repetition. */
export const NewPasswordFields = ({ values, errors, onChange, inputRef, label = 'パスワード' }: Props) => (
  <>
    <PasswordField
      ref={inputRef('password')}
      label={label}
      description={PASSWORD_HINT}
      autoComplete="new-password"
      required
      value={values.password}
      onChange={(event) => onChange({ password: event.currentTarget.value })}
      error={errors.password}
    />
    <PasswordField
      ref={inputRef('confirmPassword')}
      label={`${label}（確認）`}
      autoComplete="new-password"
      required
      value={values.confirmPassword}
      onChange={(event) => onChange({ confirmPassword: event.currentTarget.value })}
      error={errors.confirmPassword}
    />
  </>
);
