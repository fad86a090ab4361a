/**
 * The password of the auto-login option, between the confirmation screen and the verified address. It is only in memory, until the server
 * keeps its hash. A reload before that loses it, and the completion screen then asks for it.
 */
let held: string | null = null;

export const rememberPassword = (password: string): void => {
  held = password;
};

export const rememberedPassword = (): string | null => held;

export const forgetPassword = (): void => {
  held = null;
};
