import { Button, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { authCheckQuery } from '../../api/session.ts';
import { FormPage } from '../../components/ui/form-page.tsx';
import { LinkList } from '../../components/ui/link-list.tsx';
import { paths } from '../../config/paths.ts';
import { ResetForm } from '../../features/password-reset/components/reset-form.tsx';
import { ResetRequestForm } from '../../features/password-reset/components/reset-request-form.tsx';
import { progressOf, type ResetProgress, withProgress } from '../../features/password-reset/lib/reset-progress.ts';
import { useHasMoved } from '../../lib/use-has-moved.ts';

const waysOn = (
  <LinkList
    label="ほかのページ"
    links={[
      { label: 'ログインに戻る', to: paths.login.to() },
      { label: 'メールが届かないとき', to: paths.emailSupport.to() },
    ]}
  />
);

export const ForgotPasswordPage = () => {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const progress = progressOf(useLocation().state);
  const hasMoved = useHasMoved(progress?.step ?? 'email');

  const moveTo = (next: ResetProgress, isReplacing: boolean) =>
    void navigate(paths.forgotPassword.to(), { state: withProgress(next), replace: isReplacing });

  const finish = () => {
    // The reset also ended the session of this browser.
    void queryClient.invalidateQueries({ queryKey: authCheckQuery().queryKey });
    moveTo({ step: 'done' }, true);
  };

  if (progress?.step === 'done') {
    return (
      <FormPage key="done" title="パスワードを再設定しました" icon={IconCircleCheck} isNextStep={hasMoved}>
        <Stack gap="md">
          <Text>新しいパスワードでログインしてください。</Text>
          <Button component={Link} to={paths.login.to()} fullWidth>
            ログイン
          </Button>
        </Stack>
      </FormPage>
    );
  }
  if (progress?.step === 'code') {
    return (
      <FormPage key={`code ${progress.email}`} title="新しいパスワードの設定" isNextStep={hasMoved} footer={waysOn}>
        <ResetForm
          requested={progress}
          onRequestedAgain={(again) => moveTo(again, true)}
          onBack={() => void navigate(paths.forgotPassword.to(), { replace: true })}
          onReset={finish}
        />
      </FormPage>
    );
  }
  return (
    <FormPage
      key="email"
      title="パスワードの再設定"
      lead="メールアドレスが会員登録されている場合に、再設定のための認証コードをメールでお送りします。"
      isNextStep={hasMoved}
      footer={waysOn}
    >
      <ResetRequestForm onRequested={(requested) => moveTo(requested, false)} />
    </FormPage>
  );
};
