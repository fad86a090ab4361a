/** `JBSW Y3DP EHPK`: read off the screen and typed in fours. Authenticators take the blanks for nothing. */
export const groupSecret = (secret: string): string => secret.match(/.{1,4}/gu)?.join(' ') ?? '';
