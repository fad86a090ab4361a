import type { Shop } from './mail.ts';

/** The URLs of the shop's pages that mails link to. */
export const shopPages = ({ publicUrl }: Shop) => {
  const at = (path: string): string => new URL(path, publicUrl).href;
  return {
    home: at('/'),
    orderForm: (slug: string) => at(`/order-form/${encodeURIComponent(slug)}`),
    login: at('/login'),
    forgotPassword: at('/forgot-password'),
    account: at('/account'),
    /** A list of the dashboard, by its query string. */
    admin: (search: string) => at(`/admin${search}`),
    purchaseHistory: at('/purchase-history'),
    contact: at('/contact'),
    verifyEmail: (token: string) => at(`/verify-email?token=${encodeURIComponent(token)}`),
    personalData: (token: string) => at(`/personal-data?token=${encodeURIComponent(token)}`),
    adminInvitation: (token: string) => at(`/admin-invitation/${encodeURIComponent(token)}`),
    adminUsers: at('/admin?tab=users'),
    receipt: (orderNumber: string) => at(`/receipt/${encodeURIComponent(orderNumber)}`),
    orderStatus: (token: string) => at(`/order-status/${encodeURIComponent(token)}`),
    download: (pageId: string) => at(`/download/${encodeURIComponent(pageId)}`),
    downloadReceipt: (pageId: string) => at(`/download/${encodeURIComponent(pageId)}/receipt`),
  };
};
