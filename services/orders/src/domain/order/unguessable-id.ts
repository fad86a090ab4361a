import { randomBytes } from 'node:crypto';

const BYTES = 32;

/** The id of a page that is open to everybody who knows its address. */
export const newUnguessableId = (): string => randomBytes(BYTES).toString('base64url');
