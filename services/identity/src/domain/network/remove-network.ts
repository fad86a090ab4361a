import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { addressOf, networkOf } from './network.ts';

type RemoveNetwork = { list: 'blocked' | 'trusted'; address: string; actor: Actor };

const actions = { blocked: 'blocked-address.lifted', trusted: 'trusted-address.lifted' } as const;

/**
 * Removes a network from a list. Failures before the removal no longer count, so that the next failure does not block the network again.
 * @throws AppError NotFound for a network that is not on the list
 */
export const removeNetwork = async (deps: IdentityDeps, { list, address, actor }: RemoveNetwork): Promise<void> => {
  const networks = list === 'blocked' ? deps.blockedNetworks : deps.trustedNetworks;
  const network = networkOf(address);
  const now = deps.now();
  const listed = await networks.find({ network, now });
  if (!listed) throw new AppError('NotFound');
  const label = addressOf(network);
  const acted = adminActedEvent({
    actor,
    action: actions[list],
    target: { type: 'address', id: label, label },
    before: { until: listed.until.toISOString(), ...(listed.email === null ? {} : { email: listed.email }) },
  });
  if (!(await networks.remove({ network, now, events: [acted] }))) throw new AppError('NotFound');
  deps.outbox.trigger();
};
