import { connect } from 'node:net';

const PROBE_TIMEOUT_MS = 2_000;

type Probe = { port: number; host?: string; send?: string | Buffer; isExpected: (reply: Buffer) => boolean };

/** Whether a TCP server sends the expected reply, after `send` if the client has to begin. */
export function respondsOverTcp({ port, host = '127.0.0.1', send, isExpected }: Probe): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    let reply = Buffer.alloc(0);
    const finish = (isReady: boolean) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.setTimeout(PROBE_TIMEOUT_MS, () => finish(false));
    socket.on('error', () => finish(false));
    socket.on('close', () => resolve(false));
    socket.on('connect', () => send !== undefined && socket.write(send));
    socket.on('data', (piece) => {
      reply = Buffer.concat([reply, piece]);
      if (isExpected(reply)) finish(true);
    });
  });
}

/** Whether a GET returns 2xx. */
export async function respondsOverHttp(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  await response.body?.cancel();
  return response.ok;
}
