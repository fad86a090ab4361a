import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Published for every TCP connection that this process opens: https://nodejs.org/api/diagnostics_channel.html#event-netclientsocket */
const CHANNEL = 'net.client.socket';

/**
 * Works around a fault of the MongoDB driver (7.9.0, `Connection.writeCommand`): when the server ends a connection, the driver learns of it only at
 * 'close'. A command that it writes before that is dropped by Node, and the driver waits for a 'drain' event that never comes; no timeout
 * ends this wait. If the command is the driver's own server check, the service never finds its database again. This concerns servers that do
 * not stream their state (those without a topologyVersion).
 *
 * This destroys a connection to these servers, with an error, as soon as the server ends it, so that the driver does not write to it again. TLS
 * connections are not published on this channel, so the fault remains there.
 */
export const destroyEndedSockets = (serversOf: () => readonly { port: number | undefined }[]): (() => void) => {
  const watch = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => {
      if (!serversOf().some(({ port }) => port === socket.remotePort)) return;
      socket.once('end', () => socket.destroy(new Error('The server ended the connection')));
    });
  };
  subscribe(CHANNEL, watch);
  return () => void unsubscribe(CHANNEL, watch);
};
