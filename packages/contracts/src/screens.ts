/** `listed`: search engines may list the screen. `unlisted`: they must not. `secret`: its address is a key, so nobody else may learn it. */
export type ScreenVisibility = 'listed' | 'unlisted' | 'secret';

/** Every screen of the web app by the pattern of its path, for the gateway. `web/src/config/paths.ts` has the same patterns. */
export const screens = {
  '/': 'listed',
  '/order-form/:contestSlug': 'listed',
  '/about': 'listed',
  '/contact': 'listed',
  '/order-lookup': 'listed',
  '/email-support': 'listed',
  '/terms': 'listed',
  '/privacy': 'listed',
  '/legal-notice': 'listed',

  '/register': 'unlisted',
  '/registration-complete': 'unlisted',
  '/registration-success': 'unlisted',
  '/login': 'unlisted',
  '/forgot-password': 'unlisted',
  '/verify-email': 'unlisted',
  '/order/:contestSlug': 'unlisted',
  '/order-confirmation': 'unlisted',
  '/order-confirmation-old': 'unlisted',
  '/email-verification': 'unlisted',
  '/payment': 'unlisted',
  '/payment-complete': 'unlisted',
  '/receipt/:orderNumber': 'unlisted',
  '/purchase-history': 'unlisted',
  '/account': 'unlisted',
  '/privacy-policy': 'unlisted',
  '/print/:contestSlug': 'unlisted',
  '/admin-login': 'unlisted',
  '/admin-2fa-verify': 'unlisted',
  '/admin': 'unlisted',
  '/dashboard': 'unlisted',
  '/admin/contest/:contestId': 'unlisted',
  '/admin/two-factor-setup': 'unlisted',
  '/admin/security': 'unlisted',
  '/contest-edit/:contestId': 'unlisted',

  '/download/:downloadPageId': 'secret',
  '/download/:downloadPageId/receipt': 'secret',
  '/order-status/:token': 'secret',
  '/admin-invitation/:token': 'secret',
  // With the token of a mailed link in its query.
  '/personal-data': 'secret',
} as const satisfies Record<string, ScreenVisibility>;

export type ScreenPath = keyof typeof screens;
