import { useParams } from 'react-router-dom';
import { AcceptInvitation } from '../../../features/admin-session/components/accept-invitation.tsx';

export const AdminInvitationPage = () => {
  const { token = '' } = useParams();
  return <AcceptInvitation key={token} token={token} />;
};
