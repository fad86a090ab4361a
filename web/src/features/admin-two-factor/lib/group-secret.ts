/** `JBSW Y3DP EHPK`: groups of four are easier to type. Authenticators ignore the blanks. */
export const groupSecret = (secret: string): string => secret.match(/.{1,4}/gu)?.join(' ') ?? '';
