import type { ChannelModel, Options } from 'amqplib';

/** How long connecting and signing in to one broker may take: a host that is switched off does not respond at all. */
export const CONNECT_MS = 5000;
const HEARTBEAT_SECONDS = 15;

const toAddress = (text: string): Options.Connect => {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(text);
  if (!/^amqps?:$/.test(protocol) || hostname === '') throw new Error('The URL of a broker begins with amqp:// or amqps:// and a host');
  const limit = (name: string): number | undefined => (searchParams.has(name) ? Number(searchParams.get(name)) : undefined);
  return {
    protocol: protocol.slice(0, -1),
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'amqps:' ? 5671 : 5672),
    username: decodeURIComponent(username) || 'guest',
    password: decodeURIComponent(password) || 'guest',
    vhost: pathname.slice(1),
    heartbeat: HEARTBEAT_SECONDS,
    frameMax: limit('frameMax'),
    channelMax: limit('channelMax'),
  } as Options.Connect;
};

/** Reads `amqp://a,amqps://b`: the nodes of one cluster. @throws when one is not the URL of a broker */
export const brokerAddresses = (text: string): Options.Connect[] =>
  // A password may contain a comma.
  text.split(/,\s*(?=amqps?:\/\/)/).map(toAddress);

export const areBrokerAddresses = (text: string): boolean => {
  try {
    return brokerAddresses(text).length > 0;
  } catch {
    return false;
  }
};

/** Without reconnecting, for commands. @throws the error of the last broker, if none responds */
export const connectToAny = async (url: string): Promise<ChannelModel> => {
  const { connect } = await import('amqplib');
  let reason: unknown;
  for (const address of brokerAddresses(url)) {
    try {
      return await connect(address, { timeout: CONNECT_MS });
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
};

/**
 * An address that amqplib reads at each attempt to connect, and a function that changes it to that of the next broker. amqplib reconnects by itself,
 * but to one address only.
 */
export const rotatingAddress = (text: string): { address: Options.Connect; takeNext: () => void } => {
  const addresses = brokerAddresses(text);
  const address = { ...addresses[0] };
  let position = 0;
  return {
    address,
    takeNext: () => {
      position = (position + 1) % addresses.length;
      Object.assign(address, addresses[position]);
    },
  };
};
