import { VIDEO_STYLES } from '@stagereel/contracts';
import { createJsonSlot, type JsonSlot, type TextStorage } from './json-slot.ts';
import * as z from './shape.ts';

const videoStyleSchema = z.enum(VIDEO_STYLES);

/** An unfinished item of the order form: one athlete, and one or both styles. Empty fields are not chosen yet. */
const draftItemSchema = z
  .object({
    id: z.string().min(1),
    category: z.string(),
    athleteNumber: z.string(),
    videoStyles: z.array(videoStyleSchema).optional(),
    videoStyle: videoStyleSchema.nullish().describe('of a draft saved when an item had one style'),
  })
  .transform(({ videoStyle, videoStyles, ...item }) => ({ ...item, videoStyles: videoStyles ?? (videoStyle ? [videoStyle] : []) }));
export type DraftItem = z.infer<typeof draftItemSchema>;

/** One unfinished order form per contest, newest first, so that a form for one contest does not replace another's. */
const formDataSchema = z.object({
  drafts: z.array(z.object({ contestSlug: z.string().min(1), items: z.array(draftItemSchema) })),
});
export type FormData = z.infer<typeof formDataSchema>;

const orderItemDataSchema = z.object({
  id: z.string().min(1),
  category: z.string().min(1),
  athleteNumber: z.string().min(1),
  athleteName: z.string().nullable(),
  videoStyle: videoStyleSchema,
  price: z.int(),
});
export type OrderItemData = z.infer<typeof orderItemDataSchema>;

/** Yen. */
export const totalPrice = (items: readonly { price: number }[]): number => items.reduce((sum, { price }) => sum + price, 0);

const orderDataSchema = z.object({
  contestId: z.string().min(1),
  contestSlug: z.string().min(1),
  contestName: z.string(),
  items: z.array(orderItemDataSchema).min(1),
});
export type OrderData = z.infer<typeof orderDataSchema>;

/** The form of the confirmation screen, without passwords. `account`: the signed-in user's address at that time; null for a guest. */
const customerFormSchema = z.object({
  email: z.string(),
  name: z.string(),
  wantsAutoLogin: z.boolean(),
  account: z.string().nullable(),
});

/**
 * `provenUntil`: when this browser's verification of the address expires. `codeSentAt`, `resendAt`: of the last code. Epoch milliseconds.
 * `hasAccount`: as the server said when the address was verified. `isPasswordKept`: the server has the password of the wanted account.
 */
const customerDataSchema = z.object({
  email: z.string().min(1),
  name: z.string().min(1),
  wantsAutoLogin: z.boolean(),
  codeSentAt: z.number().nullable(),
  resendAt: z.number().nullable(),
  provenUntil: z.number().nullable(),
  hasAccount: z.boolean().optional(),
  isPasswordKept: z.boolean().optional(),
});
export type CustomerData = z.infer<typeof customerDataSchema>;

/**
 * One attempt to pay one order. It contains the order, so that an attempt with an unknown outcome can be settled before anything else is
 * paid. `submitted`: the card was sent to the payment provider, so the outcome may be unknown.
 */
const paymentAttemptSchema = z.object({
  idempotencyKey: z.string().min(1),
  fingerprint: z.string(),
  startedAt: z.number(),
  stage: z.enum(['open', 'submitted']),
  order: orderDataSchema,
  customer: z.object({ email: z.string(), name: z.string(), wantsAutoLogin: z.boolean() }),
  orderNumber: z.string().nullable(),
  paymentIntentId: z.string().nullable(),
});
export type PaymentAttempt = z.infer<typeof paymentAttemptSchema>;

const completedOrderSchema = z.object({
  orderNumber: z.string().min(1),
  email: z.string(),
  name: z.string(),
  /** The wanted account after the payment. `pending`: the server will create it. `exists`: the address had another one. */
  account: z.enum(['created', 'pending', 'exists']).optional(),
  /** The customer wanted an account, and has to choose its password again. */
  accountPending: z.boolean(),
  /** The mailed link will create it. */
  accountLinkSent: z.boolean().optional(),
  /** The path of the order's status page. */
  statusPath: z.string().startsWith('/order-status/').nullable().optional(),
});
export type CompletedOrder = z.infer<typeof completedOrderSchema>;

/** A registration that waits for its code, without the password. Times as in the customer's data. */
const pendingRegistrationSchema = z.object({
  email: z.string().min(1),
  name: z.string(),
  codeSentAt: z.number().nullable().default(null),
  resendAt: z.number().nullable().default(null),
});
export type PendingRegistration = z.infer<typeof pendingRegistrationSchema>;

const schemas = {
  formData: formDataSchema,
  orderData: orderDataSchema,
  customerForm: customerFormSchema,
  customerData: customerDataSchema,
  paymentAttempt: paymentAttemptSchema,
  completedOrder: completedOrderSchema,
  pendingRegistration: pendingRegistrationSchema,
} as const;

type Values = { [Name in keyof typeof schemas]: z.infer<(typeof schemas)[Name]> };
type SavedName = keyof Values;

const storageKeyOf = (name: SavedName): string => `stagereel.${name}`;

/** What the shop saves in the browser of a visitor: see createJsonSlot. */
export const createSavedData = (storage: () => TextStorage) => {
  const slots = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      createJsonSlot<unknown>({ storage, key: storageKeyOf(name as SavedName), schema }),
    ]),
  ) as { [Name in SavedName]: JsonSlot<Values[Name]> };
  const slotOf = <Name extends SavedName>(name: Name): JsonSlot<Values[Name]> => slots[name];

  return {
    read: <Name extends SavedName>(name: Name): Values[Name] | null => slotOf(name).read(),
    write: <Name extends SavedName>(name: Name, value: Values[Name]): void => slotOf(name).write(value),
    remove: (...names: SavedName[]): void => {
      for (const name of names) slots[name].remove();
    },
  };
};

export const savedData = createSavedData(() => window.localStorage);

/**
 * Calls back when another tab saved or removed the data, and when the browser restores this page from its back/forward cache, because a
 * cached page receives no storage events. Returns a function that stops it.
 */
export const onSavedElsewhere = (name: SavedName, callback: () => void): (() => void) => {
  // A null key means that the whole storage was cleared.
  const onStorage = ({ key }: StorageEvent) => (key === null || key === storageKeyOf(name)) && callback();
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && callback();
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
};
