import { adminAddressesSchema } from '@stagereel/contracts';
import type { InternalClient } from '@stagereel/service-kit';
import type { Admins } from '../domain/today/summary-ports.ts';

export const createAdmins = (client: InternalClient): Admins => ({
  listAddresses: async () => (await client.request({ path: '/internal/admins', schema: adminAddressesSchema })).emails,
});
