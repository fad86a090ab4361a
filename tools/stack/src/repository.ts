import { fileURLToPath } from 'node:url';

/** The folder of the checkout, with a trailing slash. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url));
