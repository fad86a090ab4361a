import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ADMIN_WARNING_ATTEMPTS, emailSchema, formatDateTime, LOCK_SECONDS } from '@stagereel/contracts';
import { IconInfoCircle, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type AdminLogin, useSignInAdmin } from '../../../api/admin-session.ts';
import { AttemptsWarning } from '../../../components/ui/attempts-warning.tsx';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { FocusedAlert } from '../../../components/ui/focused-alert.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { PasswordField } from '../../../components/ui/password-fields.tsx';
import { paths } from '../../../config/paths.ts';
import { adminMarker } from '../../../lib/admin-marker.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { useNow } from '../../../lib/use-now.ts';
import { failureText } from '../lib/failure-text.ts';
import { landingPath } from '../lib/landing-path.ts';
import { signInStateOf } from '../lib/sign-in-notice.ts';

/** Takes the focus, because every field of the form is disabled. */
const LockBanner = ({ lockedUntil }: { lockedUntil: number }) => (
  <FocusedAlert color="red" icon={<IconLock aria-hidden />}>
    <Text>管理者アカウントがロックされています。15分後に再試行してください。</Text>
    <Text size="sm" mt={4}>
      ロックの解除予定：{formatDateTime(new Date(lockedUntil))}
    </Text>
  </FocusedAlert>
);

type Failure = { message: string; remaining: number | null };

const failureOf = (error: unknown): Failure => {
  const isAnswer = error instanceof ApiError;
  const otherwise = isAnswer ? 'メールアドレスまたはパスワードが正しくありません' : 'ログインに失敗しました';
  return { message: failureText({ error, otherwise }), remaining: isAnswer ? (error.body?.remainingAttempts ?? null) : null };
};

const lockEndOf = (error: unknown): number | null => {
  if (!(error instanceof ApiError) || error.status !== 423) return null;
  const given = error.body?.lockoutUntil;
  return given === undefined ? Date.now() + LOCK_SECONDS * 1000 : Date.parse(given);
};

type PasswordStepProps = {
  notice: string | null;
  /** The only admin who may sign in here; null for anybody. */
  fixedEmail?: string | null;
  onPassed: (email: string, login: AdminLogin) => void;
};

/** The first step: e-mail address and password. */
export const PasswordStep = ({ notice, fixedEmail = null, onPassed }: PasswordStepProps) => {
  const signIn = useSignInAdmin();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  const now = useNow(lockedUntil !== null);
  const isLocked = lockedUntil !== null && now < lockedUntil;

  const form = useForm({
    initialValues: { email: fixedEmail ?? '', password: '' },
    validate: {
      email: (value) => {
        if (value.trim() === '') return 'メールアドレスを入力してください。';
        return emailSchema.safeParse(value).success ? null : 'メールアドレスの形式が正しくありません。';
      },
      password: (value) => (value === '' ? 'パスワードを入力してください。' : null),
    },
  });

  const onFailure = (error: unknown) => {
    const lockEnd = lockEndOf(error);
    setLockedUntil(lockEnd);
    if (lockEnd !== null) {
      setFailure(null);
      void showToast({ title: 'アカウントロック', message: 'アカウントがロックされています', tone: 'error' });
      return;
    }
    const next = failureOf(error);
    setFailure(next);
    // The button was disabled during the request and lost the focus.
    form.getInputNode('password')?.focus();
    void showToast({ title: 'ログイン失敗', message: next.message, tone: 'error' });
  };

  const submit = form.onSubmit(
    (values) => {
      const email = emailSchema.parse(values.email);
      signIn.mutate(
        { email, password: values.password },
        {
          onError: onFailure,
          onSuccess: (login) => {
            void showToast({ message: login.message, tone: 'success' });
            onPassed(email, login);
          },
        },
      );
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'email')?.focus(),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {notice && !failure && !isLocked && (
          <Alert color="orange" variant="light" role="status" icon={<IconInfoCircle aria-hidden />}>
            <Text>{notice}</Text>
          </Alert>
        )}
        {isLocked && <LockBanner lockedUntil={lockedUntil} />}
        <FormErrors messages={failure && !isLocked ? [failure.message] : []} />
        {!isLocked && (
          <AttemptsWarning remaining={failure?.remaining ?? null} from={ADMIN_WARNING_ATTEMPTS}>
            {failure?.remaining === 1 && <Text size="sm">次に失敗すると、アカウントが15分間ロックされます。</Text>}
          </AttemptsWarning>
        )}
        <TextInput
          type="email"
          label={<FieldLabel required>メールアドレス</FieldLabel>}
          required
          withAsterisk={false}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          disabled={isLocked}
          readOnly={fixedEmail !== null}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="パスワード"
          required
          autoComplete="current-password"
          data-autofocus={fixedEmail !== null || undefined}
          disabled={isLocked}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={signIn.isPending} disabled={isLocked}>
          {isLocked ? 'アカウントロック中' : 'ログイン'}
        </Button>
      </Stack>
    </form>
  );
};

/** The password step of the sign-in page, which leads to the second step or to the back office. */
export const AdminLoginForm = () => {
  const navigate = useNavigate();
  const { notice } = signInStateOf(useLocation().state);

  const goOn = (email: string, { requiresTwoFactor, methods, redirectTo }: AdminLogin) => {
    if (requiresTwoFactor) {
      adminMarker.writePending({ email, methods: methods ?? ['mail'] });
      void navigate(paths.adminTwoFactor.to());
      return;
    }
    adminMarker.write(email);
    void navigate(landingPath(redirectTo), { replace: true });
  };

  return <PasswordStep notice={notice} onPassed={goOn} />;
};
