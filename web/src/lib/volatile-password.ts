/**
 * The password of the auto-login option, between the confirmation screen and the paid order. It is only in memory: a reload or the card
 * issuer's page loses it, and the completion screen then asks for it.
 */
let held: string | null = null;

export const rememberPassword = (password: string): void => {
  held = password;
};

export const rememberedPassword = (): string | null => held;

export const forgetPassword = (): void => {
  held = null;
};
