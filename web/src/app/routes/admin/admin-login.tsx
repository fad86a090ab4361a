import { AdminLoginForm } from '../../../features/admin-session/components/admin-login-form.tsx';
import { SignInFrame } from '../../../features/admin-session/components/sign-in-frame.tsx';

export const AdminLoginPage = () => (
  <SignInFrame title="管理者ログイン" lead="パスワードのあとに、メールまたは認証アプリの認証コードでご本人を確認します。">
    <AdminLoginForm />
  </SignInFrame>
);
