import type { RouteObject } from 'react-router-dom';
import { redirect } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { HomePage } from './routes/home.tsx';
import { NotFoundPage } from './routes/not-found.tsx';

/** Every page but the first is a chunk of its own. */
export const customerRoutes: RouteObject[] = [
  { path: paths.home.path, Component: HomePage },
  { path: paths.orderForm.path, lazy: async () => ({ Component: (await import('./routes/order-form.tsx')).OrderFormPage }) },
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
  { path: paths.download.path, lazy: async () => ({ Component: (await import('./routes/download.tsx')).DownloadPage }) },
  { path: paths.orderLookup.path, lazy: async () => ({ Component: (await import('./routes/order-lookup.tsx')).OrderLookupPage }) },
  { path: paths.receipt.path, lazy: async () => ({ Component: (await import('./routes/receipt.tsx')).ReceiptPage }) },
  { path: paths.downloadReceipt.path, lazy: async () => ({ Component: (await import('./routes/receipt.tsx')).DownloadReceiptPage }) },
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
  { path: '*', Component: NotFoundPage },
];
