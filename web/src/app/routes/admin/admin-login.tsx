import { Container } from '@mantine/core';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { AdminLoginForm } from '../../../features/admin-session/components/admin-login-form.tsx';
import { SignInFrame } from '../../../features/admin-session/components/sign-in-frame.tsx';
import { useExistingSession } from '../../../features/admin-session/lib/use-existing-session.ts';

export const AdminLoginPage = () => {
  const isChecking = useExistingSession();
  if (isChecking) {
    return (
      <Container size={500}>
        <LoadingText>ログインの状態を確認しています...</LoadingText>
      </Container>
    );
  }
  return (
    <SignInFrame title="管理者ログイン" lead="パスワードのあとに、メールまたは認証アプリの認証コードでご本人を確認します。">
      <AdminLoginForm />
    </SignInFrame>
  );
};
