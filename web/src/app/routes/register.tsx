import type { SessionUser } from '@stagereel/contracts';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useRememberUser } from '../../api/session.ts';
import { LinkList } from '../../components/ui/link-list.tsx';
import { paths } from '../../config/paths.ts';
import { RegistrationPanel } from '../../features/registration/components/registration-panel.tsx';

export const RegisterPage = () => {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [query] = useSearchParams();
  const rememberUser = useRememberUser();
  const search = query.get('from') === 'order' ? '?from=order' : '';

  const goOn = async (user: SessionUser) => {
    await rememberUser(user);
    void navigate({ pathname: paths.registrationSuccess.to(), search }, { replace: true, state: { hasRegistered: true } });
  };

  return (
    <RegistrationPanel
      onRegistered={(user) => void goOn(user)}
      footer={
        <LinkList
          label="会員登録のほかに"
          links={[
            { lead: 'すでに会員の方', label: 'ログイン', to: { pathname: paths.login.to(), search }, state },
            { label: 'メールが届かないとき', to: paths.emailSupport.to() },
            { label: 'ホームに戻る', to: paths.home.to() },
          ]}
        />
      }
    />
  );
};
