import type { CodePurpose } from '@stagereel/contracts';

/** Who can make us send such a code: anybody, or only somebody who knows the password or has the session. */
export type CodeAudience = 'anybody' | 'owner';

const audiences: Record<CodePurpose, CodeAudience> = {
  order: 'anybody',
  registration: 'anybody',
  'password-reset': 'anybody',
  'admin-sign-in': 'owner',
  'sign-in': 'owner',
  'password-change': 'owner',
};

/**
 * The key under which an address's codes and failures are counted. The two audiences are counted apart:
 * else a stranger who asks for order codes in an admin's name would keep that admin from signing in.
 */
export const countingKey = ({ purpose, email }: { purpose: CodePurpose; email: string }): string => `${audiences[purpose]}:${email}`;
