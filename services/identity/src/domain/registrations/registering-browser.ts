import { hashOfToken, newToken } from '../random-token.ts';

/** How an address is proven. A browser may have one pending registration of each way for an address. */
export type RegistrationWay = 'code' | 'link';

const TOKEN = /^[\w-]{43}$/;

/** The token that tells this browser: the one it holds already, so that a registration under way is not lost to the next, or a new one. */
export const browserTokenOf = (held: string | undefined): string => (held && TOKEN.test(held) ? held : newToken());

type PendingKey = { way: RegistrationWay; browserToken: string; email: string };

/** The id of a browser's registration of an address. Only that browser can name it, and it says nothing of the address. */
export const pendingIdOf = ({ way, browserToken, email }: PendingKey): string => hashOfToken(`${way}:${browserToken}:${email}`);
