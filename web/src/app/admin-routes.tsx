import type { RouteObject } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { RouteError } from './route-error.tsx';

const adminLogin = async () => ({ Component: (await import('./routes/admin/admin-login.tsx')).AdminLoginPage });
const adminTwoFactor = async () => ({ Component: (await import('./routes/admin/admin-two-factor.tsx')).AdminTwoFactorPage });
const dashboard = async () => ({ Component: (await import('./routes/admin/dashboard.tsx')).DashboardPage });
const contestEdit = async () => ({ Component: (await import('./routes/admin/contest-edit.tsx')).ContestEditPage });
const twoFactorSetup = async () => ({ Component: (await import('./routes/admin/two-factor-setup.tsx')).TwoFactorSetupPage });
const security = async () => ({ Component: (await import('./routes/admin/security.tsx')).SecurityPage });

/** The back office. Every page is loaded lazily, so that customers never load its code. */
export const adminRoutes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    lazy: async () => ({ Component: (await import('./layouts/admin-entry-layout.tsx')).AdminEntryLayout }),
    children: [
      { path: paths.adminLogin.path, lazy: adminLogin },
      { path: paths.adminTwoFactor.path, lazy: adminTwoFactor },
    ],
  },
  {
    ErrorBoundary: RouteError,
    lazy: async () => ({ Component: (await import('./layouts/admin-layout.tsx')).AdminLayout }),
    children: [
      { path: paths.admin.path, lazy: dashboard },
      { path: paths.dashboard.path, lazy: dashboard },
      { path: paths.adminContest.path, lazy: contestEdit },
      { path: paths.contestEdit.path, lazy: contestEdit },
      { path: paths.adminTwoFactorSetup.path, lazy: twoFactorSetup },
      { path: paths.adminSecurity.path, lazy: security },
    ],
  },
];
