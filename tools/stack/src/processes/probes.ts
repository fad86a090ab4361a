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
    // Limits the whole probe: the timeout of a socket begins again with each piece of the reply.
    const timer = setTimeout(() => finish(false), PROBE_TIMEOUT_MS);
    socket.on('error', () => finish(false));
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(false);
    });
    socket.on('connect', () => send !== undefined && socket.write(send));
    socket.on('data', (piece) => {
      reply = Buffer.concat([reply, piece]);
      if (isExpected(reply)) finish(true);
    });
  });
}

/**
 * Whether a GET returns 2xx. Not with `fetch`: while servers start, dozens of probes are refused, and a refused `fetch` takes ten times as much
 * CPU time as this, on processors that the servers need.
 */
export function respondsOverHttp(url: string): Promise<boolean> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const send = `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
  const isExpected = (reply: Buffer) => /^HTTP\/1\.1 2\d\d /.test(reply.toString('latin1'));
  return respondsOverTcp({ host: hostname, port: Number(port || 80), send, isExpected });
}
