import { jwksSchema } from '@stagereel/contracts';
import type { InternalClient } from './internal-client.ts';
import type { KeySource } from './session.ts';

/** The public keys of sessions, as identity publishes them. */
export const createKeySource =
  (identity: Pick<InternalClient, 'request'>): KeySource =>
  () =>
    identity.request({ path: '/internal/jwks', answer: jwksSchema });
