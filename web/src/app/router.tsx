import type { QueryClient } from '@tanstack/react-query';
import { type RouteObject, redirect } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { CustomerLayout } from './layouts/customer-layout.tsx';
import { loadOrderForm } from './load-order-form.ts';
import { PageLoading } from './page-loading.tsx';
import { RootError, RouteError } from './route-error.tsx';

/** Every page is a chunk of its own. */
const customerRoutes = (queryClient: QueryClient): RouteObject[] => [
  { path: paths.home.path, lazy: async () => ({ Component: (await import('./routes/home.tsx')).HomePage }) },
  {
    path: paths.orderForm.path,
    loader: ({ params }) => loadOrderForm({ queryClient, contestSlug: params['contestSlug'] ?? '' }),
    lazy: async () => ({ Component: (await import('./routes/order-form.tsx')).OrderFormPage }),
  },
  { path: paths.orderFormOld.path, loader: ({ params }) => redirect(paths.orderForm.to(params['contestSlug'] ?? '')) },
  {
    path: paths.orderConfirmation.path,
    lazy: async () => ({ Component: (await import('./routes/order-confirmation.tsx')).OrderConfirmationPage }),
  },
  {
    path: paths.orderConfirmationOld.path,
    lazy: async () => ({ Component: (await import('./routes/order-confirmation.tsx')).OrderConfirmationOldPage }),
  },
  {
    path: paths.emailVerification.path,
    lazy: async () => ({ Component: (await import('./routes/email-verification.tsx')).EmailVerificationPage }),
  },
  { path: paths.payment.path, lazy: async () => ({ Component: (await import('./routes/payment.tsx')).PaymentPage }) },
  {
    path: paths.paymentComplete.path,
    lazy: async () => ({ Component: (await import('./routes/payment-complete.tsx')).PaymentCompletePage }),
  },
  { path: paths.orderStatus.path, lazy: async () => ({ Component: (await import('./routes/order-status.tsx')).OrderStatusPage }) },
  { path: paths.download.path, lazy: async () => ({ Component: (await import('./routes/download.tsx')).DownloadPage }) },
  { path: paths.orderLookup.path, lazy: async () => ({ Component: (await import('./routes/order-lookup.tsx')).OrderLookupPage }) },
  { path: paths.receipt.path, lazy: async () => ({ Component: (await import('./routes/receipt.tsx')).ReceiptPage }) },
  { path: paths.downloadReceipt.path, lazy: async () => ({ Component: (await import('./routes/receipt.tsx')).DownloadReceiptPage }) },
  { path: paths.print.path, lazy: async () => ({ Component: (await import('./routes/print.tsx')).PrintPage }) },
  { path: paths.login.path, lazy: async () => ({ Component: (await import('./routes/login.tsx')).LoginPage }) },
  {
    path: paths.purchaseHistory.path,
    lazy: async () => ({ Component: (await import('./routes/purchase-history.tsx')).PurchaseHistoryPage }),
  },
  { path: paths.account.path, lazy: async () => ({ Component: (await import('./routes/account.tsx')).AccountPage }) },
  { path: paths.emailSupport.path, lazy: async () => ({ Component: (await import('./routes/email-support.tsx')).EmailSupportPage }) },
  { path: paths.about.path, lazy: async () => ({ Component: (await import('./routes/about.tsx')).AboutPage }) },
  { path: paths.contact.path, lazy: async () => ({ Component: (await import('./routes/contact.tsx')).ContactPage }) },
  { path: paths.terms.path, lazy: async () => ({ Component: (await import('./routes/terms.tsx')).TermsPage }) },
  ...[paths.privacy.path, paths.privacyPolicy.path].map((path) => ({
    path,
    lazy: async () => ({ Component: (await import('./routes/privacy.tsx')).PrivacyPage }),
  })),
  { path: paths.personalData.path, lazy: async () => ({ Component: (await import('./routes/personal-data.tsx')).PersonalDataPage }) },
  { path: paths.legalNotice.path, lazy: async () => ({ Component: (await import('./routes/legal-notice.tsx')).LegalNoticePage }) },
  { path: paths.register.path, lazy: async () => ({ Component: (await import('./routes/register.tsx')).RegisterPage }) },
  {
    path: paths.registrationSuccess.path,
    lazy: async () => ({ Component: (await import('./routes/registration-success.tsx')).RegistrationSuccessPage }),
  },
  {
    path: paths.registrationComplete.path,
    lazy: async () => ({ Component: (await import('./routes/registration-complete.tsx')).RegistrationCompletePage }),
  },
  { path: paths.verifyEmail.path, lazy: async () => ({ Component: (await import('./routes/verify-email.tsx')).VerifyEmailPage }) },
  {
    path: paths.forgotPassword.path,
    lazy: async () => ({ Component: (await import('./routes/forgot-password.tsx')).ForgotPasswordPage }),
  },
  { path: '*', lazy: async () => ({ Component: (await import('./routes/not-found.tsx')).NotFoundPage }) },
];

const adminLogin = async () => ({ Component: (await import('./routes/admin/admin-login.tsx')).AdminLoginPage });
const adminTwoFactor = async () => ({ Component: (await import('./routes/admin/admin-two-factor.tsx')).AdminTwoFactorPage });
const adminInvitation = async () => ({ Component: (await import('./routes/admin/admin-invitation.tsx')).AdminInvitationPage });
const dashboard = async () => ({ Component: (await import('./routes/admin/dashboard.tsx')).DashboardPage });
const contestEdit = async () => ({ Component: (await import('./routes/admin/contest-edit.tsx')).ContestEditPage });
const twoFactorSetup = async () => ({ Component: (await import('./routes/admin/two-factor-setup.tsx')).TwoFactorSetupPage });
const security = async () => ({ Component: (await import('./routes/admin/security.tsx')).SecurityPage });

/** The back office. Every page is loaded lazily, so that customers never load its code. */
const adminRoutes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    lazy: async () => ({ Component: (await import('./layouts/admin-entry-layout.tsx')).AdminEntryLayout }),
    children: [
      { path: paths.adminLogin.path, lazy: adminLogin },
      { path: paths.adminTwoFactor.path, lazy: adminTwoFactor },
      { path: paths.adminInvitation.path, lazy: adminInvitation },
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

/** The back office has its own layout; all customer pages share one. */
export const createRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    ErrorBoundary: RootError,
    HydrateFallback: PageLoading,
    children: [
      ...adminRoutes,
      {
        Component: CustomerLayout,
        children: [
          {
            ErrorBoundary: RouteError,
            children: customerRoutes(queryClient),
          },
        ],
      },
    ],
  },
];
