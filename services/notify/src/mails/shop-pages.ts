import type { Shop } from './mail.ts';

const pageUrl = ({ publicUrl }: Shop, path: string): string => new URL(path, publicUrl).href;

/** Addresses of the pages mails lead to. */
export const shopPages = (shop: Shop) => ({
  home: pageUrl(shop, '/'),
  login: pageUrl(shop, '/login'),
  forgotPassword: pageUrl(shop, '/forgot-password'),
  account: pageUrl(shop, '/account'),
  purchaseHistory: pageUrl(shop, '/purchase-history'),
  contact: pageUrl(shop, '/contact'),
  verifyEmail: (token: string) => pageUrl(shop, `/verify-email?token=${encodeURIComponent(token)}`),
  receipt: (orderNumber: string) => pageUrl(shop, `/receipt/${encodeURIComponent(orderNumber)}`),
  download: (pageId: string) => pageUrl(shop, `/download/${encodeURIComponent(pageId)}`),
  downloadReceipt: (pageId: string) => pageUrl(shop, `/download/${encodeURIComponent(pageId)}/receipt`),
});
