/**
 * The password chosen with the auto-login option, between the confirmation screen and the paid order.
 * It lives in memory alone: a reload or the card issuer's page loses it, and the completion screen then offers to set one.
 */
let held: string | null = null;

export const holdPassword = (password: string): void => {
  held = password;
};

export const heldPassword = (): string | null => held;

export const forgetPassword = (): void => {
  held = null;
};
