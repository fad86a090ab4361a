import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { SignInFrame } from '../../../features/admin-session/components/sign-in-frame.tsx';
import { TwoFactorForm, TwoFactorLead } from '../../../features/admin-session/components/two-factor-form.tsx';
import { adminMarker } from '../../../lib/admin-marker.ts';

/** The second step requires a completed password step. */
export const AdminTwoFactorPage = () => {
  const [pending, setPending] = useState(() => adminMarker.readPending());
  if (!pending) return <Navigate to={paths.adminLogin.to()} replace />;
  return (
    <SignInFrame title="二段階認証" lead={<TwoFactorLead pending={pending} />}>
      <TwoFactorForm pending={pending} onMailed={setPending} />
    </SignInFrame>
  );
};
