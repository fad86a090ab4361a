import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Of every TCP connection that this process opens: https://nodejs.org/api/diagnostics_channel.html#event-netclientsocket */
const CHANNEL = 'net.client.socket';

/**
 * Closes connections to these servers in the moment in which the server ends them, so that MongoDB's driver hears of it by an 'error' before it
 * can write there again. By itself it hears of it by 'close', a few steps later, and a command that it writes in between hangs for good: Node
 * drops it, and the driver waits for a 'drain' that never comes, which neither connectTimeoutMS nor socketTimeoutMS ends. The driver's look at
 * the server is such a command, made at once when another connection breaks; where the server does not stream its state (any without a
 * topologyVersion), the service then never finds its database again. The driver's wait is in `Connection.writeCommand` (7.9.0 has it still).
 * Connections by TLS do not pass this channel: there, a server that does not stream its state can still be lost.
 */
export const closeEndedSockets = (serversOf: () => readonly { port: number | undefined }[]): (() => void) => {
  const watch = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => {
      if (!serversOf().some(({ port }) => port === socket.remotePort)) return;
      socket.once('end', () => socket.destroy(new Error('the server ended the connection')));
    });
  };
  subscribe(CHANNEL, watch);
  return () => void unsubscribe(CHANNEL, watch);
};
