import { AdminLoginForm } from '../../../features/admin-session/components/admin-login-form.tsx';
import { SignInFrame } from '../../../features/admin-session/components/sign-in-frame.tsx';

export const AdminLoginPage = () => (
  <SignInFrame title="管理者ログイン" lead="ログインすると、登録されたメールアドレスに認証コードを送信します。">
    <AdminLoginForm />
  </SignInFrame>
);
