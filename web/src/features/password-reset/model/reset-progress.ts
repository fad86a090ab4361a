import { z } from 'zod';

const progressSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('code'), email: z.string().min(1), codeSentAt: z.number().nullable(), resendAt: z.number().nullable() }),
  z.object({ step: z.literal('done') }),
]);
export type ResetProgress = z.infer<typeof progressSchema>;
export type CodeRequested = Extract<ResetProgress, { step: 'code' }>;

const stateSchema = z.object({ passwordReset: progressSchema });

/**
 * How far a reset has come, kept with the entry of the history: it survives a look into the mail program, the browser's own back button
 * leads to the address again, and nothing of it is stored. Null: at the beginning.
 */
export const progressOf = (state: unknown): ResetProgress | null => stateSchema.safeParse(state).data?.passwordReset ?? null;

/** The state to navigate with. */
export const withProgress = (passwordReset: ResetProgress): z.infer<typeof stateSchema> => ({ passwordReset });
