import { CODE_TRIES } from '@stagereel/contracts';
import type { IdentityDeps } from '../deps.ts';
import type { CodeKey } from './code-store.ts';

/** Whether a code is there that may still be tried. */
export const hasOpenCode = async ({ codes, clock }: Pick<IdentityDeps, 'codes' | 'clock'>, key: CodeKey): Promise<boolean> => {
  const code = await codes.find(key);
  return code !== undefined && !code.isUsed && code.tries < CODE_TRIES && code.expiresAt > clock();
};
