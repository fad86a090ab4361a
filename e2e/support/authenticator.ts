import { generateSync } from 'otplib';
import { until } from './poll.ts';

const STEP_SECONDS = 30;
/** The shop accepts a code from one step before its own to one step after. This margin leaves time to type it. */
const TYPING_MARGIN_SECONDS = 20;

/** An authenticator app with the given secret. Each code works once, so every call returns a later code than the previous one. */
export const openAuthenticator = (secret: string) => {
  let last = 0;
  const nowSeconds = (): number => Math.floor(Date.now() / 1000);
  const codeOf = (step: number): string => generateSync({ secret, epoch: step * STEP_SECONDS, period: STEP_SECONDS });
  return {
    /** The earliest unused code that the shop accepts. Waits until one exists. */
    next: async (): Promise<string> => {
      const earliest = (): number => Math.floor((nowSeconds() + TYPING_MARGIN_SECONDS) / STEP_SECONDS) - 1;
      last = Math.max(last + 1, earliest());
      await until({
        what: 'an unused code',
        find: async () => last <= Math.floor(nowSeconds() / STEP_SECONDS) + 1,
        timeoutMs: 3 * STEP_SECONDS * 1000,
      });
      return codeOf(last);
    },
    /** Six digits that are no code of the surrounding minutes. */
    wrong: (): string => {
      const step = Math.floor(nowSeconds() / STEP_SECONDS);
      const near = Array.from({ length: 9 }, (_, index) => codeOf(step - 4 + index));
      return ['000000', '111111', ...near.map((_, index) => `22222${index}`)].find((code) => !near.includes(code)) ?? '';
    },
  };
};
export type AuthenticatorApp = ReturnType<typeof openAuthenticator>;
