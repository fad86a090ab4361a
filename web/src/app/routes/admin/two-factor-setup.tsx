import { TwoFactorSetup } from '../../../features/admin-two-factor/components/two-factor-setup.tsx';

export const TwoFactorSetupPage = () => <TwoFactorSetup />;
