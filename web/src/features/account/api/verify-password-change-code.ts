import type { passwordChangeVerifiedSchema } from '@stagereel/contracts';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';

type Verified = z.infer<typeof passwordChangeVerifiedSchema>;

/** POST /api/verify-password-change-code: from then on, for ten minutes, this session may change the password. */
export const verifyPasswordChangeCode = (code: string): Promise<Verified> =>
  postJson<Verified>('/api/verify-password-change-code', { code });
