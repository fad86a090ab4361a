import type { SessionUser } from '@stagereel/contracts';
import { useEffect, useRef, useState } from 'react';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { changePassword } from '../api/change-password.ts';
import { failureHint, isCurrentPasswordWrong, isUnverified } from '../model/failure-hint.ts';
import type { PasswordFieldName } from '../model/password-form.ts';
import { firstWrongField, NO_PASSWORDS, newPasswordHint, PASSWORD_FIELDS, passwordProblems } from '../model/password-form.ts';
import { CHANGE_FAILED } from '../model/texts.ts';
import { StepFrame } from './step-frame.tsx';

const labels: Record<PasswordFieldName, string> = {
  currentPassword: '現在のパスワード',
  newPassword: '新しいパスワード',
  confirmPassword: '新しいパスワード（確認）',
};

type Props = { user: SessionUser; onChanged: () => void; onUnverified: (failure: unknown) => void; onCancel: () => void };

/** The current password and the new one, twice. */
export const NewPasswordStep = ({ user, onChanged, onUnverified, onCancel }: Props) => {
  const [values, setValues] = useState(NO_PASSWORDS);
  const [wasChecked, setWasChecked] = useState(false);
  const inputs = useRef<Partial<Record<PasswordFieldName, HTMLInputElement | null>>>({});
  // Told also when the window was closed meanwhile: the password is another one from now on.
  const change = useSingleMutation({ mutationFn: changePassword, onSuccess: onChanged });
  const found = passwordProblems(values, user);
  const problems = wasChecked ? found : null;

  useEffect(() => inputs.current.currentPassword?.focus(), []);

  const submit = () => {
    setWasChecked(true);
    if (found !== null) {
      change.reset();
      inputs.current[firstWrongField(found) ?? 'currentPassword']?.focus();
      return;
    }
    const { currentPassword, newPassword } = values;
    change.mutate(
      { currentPassword, newPassword },
      {
        onError: (error) => {
          if (isUnverified(error)) return onUnverified(error);
          if (isCurrentPasswordWrong(error)) inputs.current.currentPassword?.focus();
        },
      },
    );
  };

  return (
    <StepFrame position={3} submitLabel="パスワードを変更" isBusy={change.isPending} onSubmit={submit} onCancel={onCancel}>
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      {PASSWORD_FIELDS.map((field) => (
        <PasswordField
          key={field}
          ref={(element) => {
            inputs.current[field] = element;
          }}
          label={labels[field]}
          description={field === 'newPassword' ? newPasswordHint(user.isAdmin) : undefined}
          autoComplete={field === 'currentPassword' ? 'current-password' : 'new-password'}
          required
          value={values[field]}
          onChange={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
          error={problems?.fields[field] ?? problems?.empty.includes(field)}
        />
      ))}
      <FormErrors messages={problems?.form ? [problems.form] : []} />
      {change.isError && <ErrorPanel title={CHANGE_FAILED}>{failureHint('change', change.error)}</ErrorPanel>}
    </StepFrame>
  );
};
