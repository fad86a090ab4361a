import type { SessionUser } from '@stagereel/contracts';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useRememberUser, useSessionUser } from '../../api/session.ts';
import { LinkList } from '../../components/ui/link-list.tsx';
import { paths } from '../../config/paths.ts';
import { LoginPanel } from '../../features/login/components/login-panel.tsx';
import { landingAfterLogin } from '../../features/login/lib/landing.ts';
import { adminMarker } from '../../lib/admin-marker.ts';
import { signInStateOf } from '../../lib/sign-in-state.ts';

const noticeFor = ({ signedIn, from }: { signedIn: SessionUser | null; from: string | null }): string | null => {
  if (signedIn !== null) return `${signedIn.email} でログイン中です。別のアカウントでログインすることもできます。`;
  return from === null ? null : 'ログインすると、元のページに戻ります。';
};

export const LoginPage = () => {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [query] = useSearchParams();
  const { user: signedIn } = useSessionUser();
  const rememberUser = useRememberUser();
  const { from, notice } = signInStateOf(state);
  const isOrdering = query.get('from') === 'order';

  const goOn = async (user: SessionUser, redirectTo: string | null) => {
    if (user.isAdmin) adminMarker.write(user.email);
    await rememberUser(user);
    void navigate(landingAfterLogin({ user, redirectTo, from, isOrdering }), { replace: true });
  };

  return (
    <LoginPanel
      notice={notice ?? noticeFor({ signedIn, from })}
      onSignedIn={(user, redirectTo) => void goOn(user, redirectTo)}
      footer={
        <LinkList
          label="ログインにお困りの方"
          links={[
            { label: 'パスワードをお忘れの方', to: paths.forgotPassword.to() },
            { lead: 'はじめてご利用の方', label: '会員登録', to: `${paths.register.to()}${isOrdering ? '?from=order' : ''}`, state },
            { label: 'ホームに戻る', to: paths.home.to() },
          ]}
        />
      }
    />
  );
};
