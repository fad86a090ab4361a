import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { EmailLinkPanel, LinkFailed } from '../../features/registration/components/email-link-panel.tsx';

export const VerifyEmailPage = () => {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';

  if (token === '') return <LinkFailed error={null} />;
  return <EmailLinkPanel key={token} token={token} onContinue={() => void navigate(paths.login.to(), { replace: true })} />;
};
