import { networkOf } from '@stagereel/service-kit';

/** Who a limit counts. A connection that is gone already has no address. */
export const callerKey = (address: string | undefined): string => (address === undefined ? 'gone' : networkOf(address));
