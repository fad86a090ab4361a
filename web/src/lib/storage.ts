import { idSchema, priceSchema, videoStyleSchema } from '@stagereel/contracts';
import { z } from 'zod';

/** A line of the order form as it was typed; empty parts are still to be chosen. */
const draftItemSchema = z.object({
  id: z.string().min(1),
  category: z.string(),
  athleteNumber: z.string(),
  videoStyle: videoStyleSchema.nullable(),
});
export type DraftItem = z.infer<typeof draftItemSchema>;

/** One unfinished order form a contest, the newest first: what is chosen for one contest never takes the place of another's. */
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
  price: priceSchema,
});
export type OrderItemData = z.infer<typeof orderItemDataSchema>;

const orderDataSchema = z.object({
  contestId: idSchema,
  contestSlug: z.string().min(1),
  contestName: z.string(),
  items: z.array(orderItemDataSchema).min(1),
});
export type OrderData = z.infer<typeof orderDataSchema>;

/** What is typed on the confirmation screen, without passwords. `account`: the address of who was signed in then; null for a guest. */
const customerFormSchema = z.object({
  email: z.string(),
  name: z.string(),
  wantsAutoLogin: z.boolean(),
  account: z.string().nullable(),
});

/** `provenUntil`: until then this browser's proof of the address holds. `codeSentAt`, `resendAt`: of the last code. Times are epoch milliseconds. */
const customerDataSchema = z.object({
  email: z.string().min(1),
  name: z.string().min(1),
  wantsAutoLogin: z.boolean(),
  codeSentAt: z.number().nullable(),
  resendAt: z.number().nullable(),
  provenUntil: z.number().nullable(),
});
export type CustomerData = z.infer<typeof customerDataSchema>;

/**
 * One attempt to pay one order. It holds what was ordered, so that an attempt whose outcome is unknown is settled before anything else is paid.
 * `submitted`: the card was sent to the provider and the outcome may be unknown.
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
  /** An account was wanted and is not made yet. */
  accountPending: z.boolean(),
  /** It is made by the link that was mailed. */
  accountLinkSent: z.boolean().optional(),
});
export type CompletedOrder = z.infer<typeof completedOrderSchema>;

/** A registration that waits for its code. The password is never among it. Times as in the customer's data. */
const pendingRegistrationSchema = z.object({
  email: z.string().min(1),
  name: z.string(),
  codeSentAt: z.number().nullable().default(null),
  resendAt: z.number().nullable().default(null),
});
export type PendingRegistration = z.infer<typeof pendingRegistrationSchema>;

const slots = {
  formData: formDataSchema,
  orderData: orderDataSchema,
  customerForm: customerFormSchema,
  customerData: customerDataSchema,
  paymentAttempt: paymentAttemptSchema,
  completedOrder: completedOrderSchema,
  pendingRegistration: pendingRegistrationSchema,
} as const;

type Slots = { [Name in keyof typeof slots]: z.infer<(typeof slots)[Name]> };
export type SlotName = keyof Slots;

/** The name of a slot in the browser's storage. */
export const keyOf = (name: SlotName): string => `stagereel.${name}`;

type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Data saved in the browser, checked on the way out: what is missing, broken or of an older shape reads as null.
 * Where the browser forbids storage or it is full, the data lives as long as the page, so that an order can still be finished.
 */
export const createSavedData = (store: () => TextStore) => {
  const unsaved = new Map<SlotName, string>();

  const textOf = (name: SlotName): string | null => {
    const kept = unsaved.get(name);
    if (kept !== undefined) return kept;
    try {
      return store().getItem(keyOf(name));
    } catch {
      return null;
    }
  };

  const remove = (...names: SlotName[]): void => {
    for (const name of names) {
      unsaved.delete(name);
      try {
        store().removeItem(keyOf(name));
      } catch {
        // Nothing can be stored there either.
      }
    }
  };

  return {
    read<Name extends SlotName>(name: Name): Slots[Name] | null {
      const text = textOf(name);
      if (text === null) return null;
      try {
        return (slots[name].safeParse(JSON.parse(text)).data ?? null) as Slots[Name] | null;
      } catch {
        return null;
      }
    },
    write<Name extends SlotName>(name: Name, value: Slots[Name]): void {
      const text = JSON.stringify(value);
      try {
        store().setItem(keyOf(name), text);
        unsaved.delete(name);
      } catch {
        unsaved.set(name, text);
      }
    },
    remove,
  };
};

export const savedData = createSavedData(() => window.localStorage);
