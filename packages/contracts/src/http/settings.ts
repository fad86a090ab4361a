import { z } from 'zod';

/** What the shop does by itself around deliveries. Each is on until an admin switches it off. */
const switches = {
  dailySummary: z.boolean().describe('mails the admins once a day what is to do'),
  rejectedMailTask: z.boolean().describe('makes a task of every mail that a mail server rejects for good'),
  claimReminder: z.boolean().describe('reminds a customer who has downloaded nothing within 48 hours of the delivery mail'),
  expiryReminder: z.boolean().describe('reminds a customer of videos that are not downloaded five days before the download page expires'),
  deliveryFeedback: z.boolean().describe('lets customers confirm a delivery or report a problem on the status page'),
};

/** GET and PUT /api/orders/settings (admin). A PUT names the version that it replaces; another one is a 409 SettingsChangedMeanwhile. */
export const shopSettingsSchema = z.object({ ...switches, version: z.int().min(0) });
export type ShopSettings = z.infer<typeof shopSettingsSchema>;
export type ShopSwitch = keyof typeof switches;
export const SHOP_SWITCHES = Object.keys(switches) as ShopSwitch[];
