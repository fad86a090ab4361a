const plain = <P extends string>(path: P) => ({ path, to: () => path }) as const;

/** With an athlete, the form opens with this athlete chosen. A bib number is unique only within its category. */
const toOrderForm = (slug: string, chosen?: { category: string; athlete: string }): string => {
  const form = `/order-form/${encodeURIComponent(slug)}`;
  if (chosen === undefined) return form;
  return `${form}?category=${encodeURIComponent(chosen.category)}&athlete=${encodeURIComponent(chosen.athlete)}`;
};

/** Every path of the site. `path` is the route's pattern, `to` builds an address. */
export const paths = {
  home: plain('/'),
  register: plain('/register'),
  registrationComplete: plain('/registration-complete'),
  registrationSuccess: plain('/registration-success'),
  login: plain('/login'),
  forgotPassword: plain('/forgot-password'),
  verifyEmail: plain('/verify-email'),
  orderForm: { path: '/order-form/:contestSlug', to: toOrderForm },
  orderFormOld: { path: '/order/:contestSlug', to: (slug: string) => `/order/${encodeURIComponent(slug)}` },
  orderConfirmation: plain('/order-confirmation'),
  orderConfirmationOld: plain('/order-confirmation-old'),
  emailVerification: plain('/email-verification'),
  payment: plain('/payment'),
  paymentComplete: plain('/payment-complete'),
  orderStatus: { path: '/order-status/:token', to: (token: string) => `/order-status/${encodeURIComponent(token)}` },
  orderLookup: plain('/order-lookup'),
  receipt: { path: '/receipt/:orderNumber', to: (orderNumber: string) => `/receipt/${encodeURIComponent(orderNumber)}` },
  downloadReceipt: {
    path: '/download/:downloadPageId/receipt',
    to: (pageId: string) => `/download/${encodeURIComponent(pageId)}/receipt`,
  },
  emailSupport: plain('/email-support'),
  purchaseHistory: plain('/purchase-history'),
  account: plain('/account'),
  about: plain('/about'),
  contact: plain('/contact'),
  terms: plain('/terms'),
  privacy: plain('/privacy'),
  privacyPolicy: plain('/privacy-policy'),
  legalNotice: plain('/legal-notice'),
  personalData: plain('/personal-data'),
  download: { path: '/download/:downloadPageId', to: (pageId: string) => `/download/${encodeURIComponent(pageId)}` },
  print: { path: '/print/:contestSlug', to: (slug: string) => `/print/${encodeURIComponent(slug)}` },

  adminLogin: plain('/admin-login'),
  adminTwoFactor: plain('/admin-2fa-verify'),
  adminInvitation: { path: '/admin-invitation/:token', to: (token: string) => `/admin-invitation/${encodeURIComponent(token)}` },
  admin: plain('/admin'),
  dashboard: plain('/dashboard'),
  adminContest: { path: '/admin/contest/:contestId', to: (contestId: string) => `/admin/contest/${encodeURIComponent(contestId)}` },
  adminTwoFactorSetup: plain('/admin/two-factor-setup'),
  adminSecurity: plain('/admin/security'),
  contestEdit: { path: '/contest-edit/:contestId', to: (contestId: string) => `/contest-edit/${encodeURIComponent(contestId)}` },
} as const;

/** Pages that need a signed-in customer: when the session expires there, the customer is redirected to /login and back. */
export const memberPaths: readonly string[] = [paths.account.path, paths.purchaseHistory.path];
