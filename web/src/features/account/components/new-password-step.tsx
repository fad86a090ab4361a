import type { SessionUser } from '@stagereel/contracts';
import { useEffect, useRef, useState } from 'react';
import { changePassword } from '../../../api/password.ts';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { PasswordField } from '../../../components/ui/password-fields.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { failureHint, isCurrentPasswordWrong, isVerificationExpired } from '../lib/failure-hint.ts';
import {
  firstInvalidField,
  NO_PASSWORDS,
  newPasswordHint,
  PASSWORD_FIELDS,
  type PasswordFieldName,
  passwordProblems,
} from '../lib/password-form.ts';
import { CHANGE_FAILED } from '../lib/texts.ts';
import { StepFrame } from './step-frame.tsx';

const labels: Record<PasswordFieldName, string> = {
  currentPassword: '現在のパスワード',
  newPassword: '新しいパスワード',
  confirmPassword: '新しいパスワード（確認）',
};

type Props = { user: SessionUser; onChanged: () => void; onVerificationExpired: (failure: unknown) => void; onCancel: () => void };

/** The current password, the new one and its confirmation. */
export const NewPasswordStep = ({ user, onChanged, onVerificationExpired, onCancel }: Props) => {
  const [values, setValues] = useState(NO_PASSWORDS);
  const [wasChecked, setWasChecked] = useState(false);
  const inputs = useRef<Partial<Record<PasswordFieldName, HTMLInputElement | null>>>({});
  // Also shown when the dialog was closed meanwhile, because the password has changed.
  const change = useSingleMutation({ mutationFn: changePassword, onSuccess: onChanged });
  const found = passwordProblems(values, user);
  const problems = wasChecked ? found : null;

  /** The server's text about the new password, until it is changed. */
  const refusal =
    change.error instanceof ApiError && change.variables?.newPassword === values.newPassword
      ? change.error.fields['newPassword']
      : undefined;

  useEffect(() => inputs.current.currentPassword?.focus(), []);

  const submit = () => {
    setWasChecked(true);
    if (found !== null) {
      change.reset();
      inputs.current[firstInvalidField(found) ?? 'currentPassword']?.focus();
      return;
    }
    const { currentPassword, newPassword } = values;
    change.mutate(
      { currentPassword, newPassword },
      {
        onError: (error) => {
          if (isVerificationExpired(error)) return onVerificationExpired(error);
          if (isCurrentPasswordWrong(error)) inputs.current.currentPassword?.focus();
          else if (error instanceof ApiError && error.fields['newPassword']) inputs.current.newPassword?.focus();
        },
      },
    );
  };

  return (
    <StepFrame position={3} submitLabel="パスワードを変更" isBusy={change.isPending} onSubmit={submit} onCancel={onCancel}>
      {/* Tells a password manager which account the password belongs to. */}
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
          error={problems?.fields[field] ?? (problems?.empty.includes(field) || (field === 'newPassword' && refusal))}
        />
      ))}
      <FormErrors messages={problems?.form ? [problems.form] : []} />
      {change.isError && refusal === undefined && <ErrorPanel title={CHANGE_FAILED}>{failureHint('change', change.error)}</ErrorPanel>}
    </StepFrame>
  );
};
