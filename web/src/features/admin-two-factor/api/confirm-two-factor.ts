import type { confirmTwoFactorSchema, twoFactorConfirmedSchema } from '@stagereel/contracts';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';

type Proof = z.infer<typeof confirmTwoFactorSchema>;
type Confirmed = z.infer<typeof twoFactorConfirmedSchema>;

/** POST /api/verify-2fa: the new authenticator's first code puts it in force. */
export const useConfirmTwoFactor = () =>
  useSingleMutation<Confirmed, Proof>({ mutationFn: (proof) => postJson<Confirmed>('/api/verify-2fa', proof) });
