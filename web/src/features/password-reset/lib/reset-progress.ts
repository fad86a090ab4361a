import { z } from 'zod';

const progressSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('code'), email: z.string().min(1), codeSentAt: z.number().nullable(), resendAt: z.number().nullable() }),
  z.object({ step: z.literal('done') }),
]);
export type ResetProgress = z.infer<typeof progressSchema>;
export type CodeRequested = Extract<ResetProgress, { step: 'code' }>;

const stateSchema = z.object({ passwordReset: progressSchema });

/**
 * The progress of a reset, kept in the location state: it survives switching to the mail program, the back button returns to the address,
 * and nothing is stored. Null at the start.
 */
export const progressOf = (state: unknown): ResetProgress | null => stateSchema.safeParse(state).data?.passwordReset ?? null;

/** The location state to navigate with. */
export const withProgress = (passwordReset: ResetProgress): z.infer<typeof stateSchema> => ({ passwordReset });
