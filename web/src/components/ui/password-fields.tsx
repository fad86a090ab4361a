import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { Ref } from 'react';
import { type NewPassword, type NewPasswordErrors, PASSWORD_HINT } from '../../lib/password-rules.ts';
import { FieldLabel } from './field-label.tsx';

type PasswordFieldProps = Omit<PasswordInputProps, 'label' | 'visibilityToggleButtonProps'> & {
  label: string;
  autoComplete: 'new-password' | 'current-password';
};

/** A password field that allows pasting; its visibility toggle is reachable by keyboard. */
export const PasswordField = ({ label, required, ...props }: PasswordFieldProps) => (
  <PasswordInput
    label={<FieldLabel required={required}>{label}</FieldLabel>}
    required={required}
    withAsterisk={false}
    autoCapitalize="off"
    spellCheck={false}
    rightSectionWidth={48}
    visibilityToggleButtonProps={{ 'aria-label': '入力した文字を表示する', tabIndex: 0, style: { width: 44, height: 44 } }}
    {...props}
  />
);

type NewPasswordFieldsProps = {
  values: NewPassword;
  errors: NewPasswordErrors;
  onChange: (changes: Partial<NewPassword>) => void;
  inputRef: (field: keyof NewPassword) => Ref<HTMLInputElement>;
  /** A more specific label than 「パスワード」. */
  label?: string;
  /** The rule of the password. */
  hint?: string;
};

/** A new password and its confirmation. */
export const NewPasswordFields = ({
  values,
  errors,
  onChange,
  inputRef,
  label = 'パスワード',
  hint = PASSWORD_HINT,
}: NewPasswordFieldsProps) => (
  <>
    <PasswordField
      ref={inputRef('password')}
      label={label}
      description={hint}
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
