import { generateSync } from 'otplib';
import { until } from './poll.ts';

const STEP_SECONDS = 30;
/** A code is good from one step before its own to one after; whoever types it needs some of that. */
const ROOM_SECONDS = 20;

/** An authenticator app that was given the secret. Each of its codes works once, so every call answers a later one than the last. */
export const openAuthenticator = (secret: string) => {
  let last = 0;
  const nowSeconds = (): number => Math.floor(Date.now() / 1000);
  const codeOf = (step: number): string => generateSync({ secret, epoch: step * STEP_SECONDS, period: STEP_SECONDS });
  return {
    /** The earliest code that the shop still takes, later than those before; waits until there is one. */
    next: async (): Promise<string> => {
      const earliest = (): number => Math.floor((nowSeconds() + ROOM_SECONDS) / STEP_SECONDS) - 1;
      last = Math.max(last + 1, earliest());
      await until({
        what: 'a code that was not used yet',
        find: async () => last <= Math.floor(nowSeconds() / STEP_SECONDS) + 1,
        timeoutMs: 3 * STEP_SECONDS * 1000,
      });
      return codeOf(last);
    },
    /** Six digits that it shows neither now nor soon. */
    wrong: (): string => {
      const step = Math.floor(nowSeconds() / STEP_SECONDS);
      const near = Array.from({ length: 9 }, (_, index) => codeOf(step - 4 + index));
      return ['000000', '111111', ...near.map((_, index) => `22222${index}`)].find((code) => !near.includes(code)) ?? '';
    },
  };
};
export type AuthenticatorApp = ReturnType<typeof openAuthenticator>;
