import type { PendingAdminLogin } from '../../../lib/admin-marker.ts';

/** Where the code is to be found. */
export const TwoFactorLead = ({ pending: { email, methods } }: { pending: PendingAdminLogin }) => {
  if (methods[0] === 'authenticator') return '認証アプリに表示されている6桁の認証コードを入力してください。';
  return (
    <>
      {email} に送信された6桁の認証コードを入力してください。
      {methods.includes('authenticator') && '認証アプリのコードも引き続き使えます。'}
    </>
  );
};
