import { z } from 'zod';
import { MAX_PROBLEM_LENGTH, MAX_TASK_NOTE_LENGTH } from '../constants.ts';
import { visibleText } from '../rules/visible-text.ts';
import { emailSchema, timeSchema } from './common.ts';
import { patterns, published, textSchema, trimmedTextSchema } from './texts.ts';

/** `mailRejected`: a mail server rejected a mail for good. `problemReported`: the customer reported a problem with the delivery. */
export const ORDER_TASK_KINDS = ['mailRejected', 'problemReported'] as const;
export type OrderTaskKind = (typeof ORDER_TASK_KINDS)[number];

/** Something that an admin must do about an order. */
export const orderTaskSchema = z.object({
  id: z.string(),
  kind: z.enum(ORDER_TASK_KINDS),
  createdAt: timeSchema,
  text: z.string().describe('the answer of the mail server, or the words of the customer'),
  email: z.string().optional().describe('the address that was rejected'),
  templates: z.array(z.string()).optional().describe('the mails that were rejected'),
  isResending: z.boolean().optional().describe('whether the mails were sent again and no answer has arrived yet'),
});
export type OrderTask = z.infer<typeof orderTaskSchema>;

export const orderTaskParamsSchema = z.object({ orderNumber: z.string().regex(/^\d{8}$/), taskId: textSchema(64).min(1) });

/**
 * POST /api/admin/orders/{orderNumber}/tasks/{taskId}/resend: corrects the address of the order, unless it is the current one, and sends the
 * rejected mails again → the order's timeline. `seenEmail` is the address that the admin saw; if the order has another one by now, it is a 409.
 */
export const resendRejectedSchema = z.object({ email: emailSchema, seenEmail: emailSchema });

/** POST /api/admin/orders/{orderNumber}/tasks/{taskId}/close → the order's timeline */
export const closeTaskSchema = z.object({ note: trimmedTextSchema(MAX_TASK_NOTE_LENGTH).default('') });

/** What a customer reported about a delivery. */
export const reportedProblemSchema = z.object({
  id: z.string(),
  at: timeSchema,
  text: z.string(),
  closedAt: timeSchema.nullable(),
  note: z.string().nullable(),
});

/**
 * POST /api/order-status/{token}/received → the status page. `deliveredAt` and `videos` name the delivery that the customer saw; a later one, or a
 * video that was replaced since, is a 409.
 */
export const confirmReceiptSchema = z.object({ deliveredAt: timeSchema, videos: textSchema(64) });

/** Line breaks and tabs are kept; other control characters, and halves of surrogate pairs, are removed. */
const CONTROL_CHARACTERS = /(?![\n\t])[\p{Cc}\p{Cs}]/gu;

/** POST /api/order-status/{token}/problems → the status page. The same key reports the problem once. */
export const reportProblemSchema = z.object({
  key: z.string().regex(/^[\w-]{16,64}$/),
  text: published(
    textSchema(MAX_PROBLEM_LENGTH * 2)
      .transform((text) => visibleText(text.replaceAll('\r\n', '\n').replace(CONTROL_CHARACTERS, '')))
      .pipe(
        textSchema(MAX_PROBLEM_LENGTH, () => `問題の内容は${MAX_PROBLEM_LENGTH.toLocaleString('ja-JP')}文字以内で入力してください。`).min(
          1,
          '問題の内容を入力してください。',
        ),
      ),
    { pattern: patterns.visibleText, maxLength: MAX_PROBLEM_LENGTH },
  ),
});
