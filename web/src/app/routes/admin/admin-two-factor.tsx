import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { SignInFrame } from '../../../features/admin-session/components/sign-in-frame.tsx';
import { TwoFactorForm } from '../../../features/admin-session/components/two-factor-form.tsx';
import { TwoFactorLead } from '../../../features/admin-session/components/two-factor-lead.tsx';
import { adminMarker } from '../../../lib/admin-marker.ts';

/** Without a finished password step there is nothing to prove here. */
export const AdminTwoFactorPage = () => {
  const [pending, setPending] = useState(() => adminMarker.readPending());
  if (!pending) return <Navigate to={paths.adminLogin.to()} replace />;
  return (
    <SignInFrame title="二段階認証" lead={<TwoFactorLead pending={pending} />}>
      <TwoFactorForm pending={pending} onMailed={setPending} />
    </SignInFrame>
  );
};
