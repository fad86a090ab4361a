import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { addressOf, networkOf } from './network.ts';

type Deps = Pick<IdentityDeps, 'blockedNetworks' | 'trustedNetworks' | 'clock' | 'outbox'>;
type LiftNetwork = { list: 'blocked' | 'trusted'; address: string; actor: Actor };

const actions = { blocked: 'blocked-address.lifted', trusted: 'trusted-address.lifted' } as const;

/**
 * Takes a network off a list. What has led to a block counts no more from then on, so that the next failure does not bring it back.
 * @throws AppError NotFound for a network that is not on it
 */
export const liftNetwork = async (deps: Deps, { list, address, actor }: LiftNetwork): Promise<void> => {
  const [networks, network, now] = [list === 'blocked' ? deps.blockedNetworks : deps.trustedNetworks, networkOf(address), deps.clock()];
  const listed = await networks.find({ network, now });
  if (!listed) throw new AppError('NotFound');
  const label = addressOf(network);
  const acted = adminActedEvent({
    actor,
    action: actions[list],
    target: { type: 'address', id: label, label },
    before: { until: listed.until.toISOString(), ...(listed.email === null ? {} : { email: listed.email }) },
  });
  if (!(await networks.lift({ network, now, events: [acted] }))) throw new AppError('NotFound');
  deps.outbox.kick();
};
