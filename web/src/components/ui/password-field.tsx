import type { PasswordInputProps } from '@mantine/core';
import { PasswordInput } from '@mantine/core';
import { FieldLabel } from './field-label.tsx';

type Props = Omit<PasswordInputProps, 'label' | 'visibilityToggleButtonProps'> & {
  label: string;
  autoComplete: 'new-password' | 'current-password';
};

/** A password that may be pasted and shown; the eye is reached by keyboard too. */
export const PasswordField = ({ label, required, ...props }: Props) => (
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
