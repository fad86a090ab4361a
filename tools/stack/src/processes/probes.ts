import { connect } from 'node:net';

const PROBE_WITHIN_MS = 2_000;

type Probe = { port: number; host?: string; send?: string | Buffer; isAnswer: (answer: Buffer) => boolean };

/** Whether a TCP server says the expected thing, after `send` where it wants to be spoken to first. */
export function answersOverTcp({ port, host = '127.0.0.1', send, isAnswer }: Probe): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    let answer = Buffer.alloc(0);
    const finish = (isReady: boolean) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.setTimeout(PROBE_WITHIN_MS, () => finish(false));
    socket.on('error', () => finish(false));
    socket.on('close', () => resolve(false));
    socket.on('connect', () => send !== undefined && socket.write(send));
    socket.on('data', (piece) => {
      answer = Buffer.concat([answer, piece]);
      if (isAnswer(answer)) finish(true);
    });
  });
}

/** Whether a GET is answered with 2xx. */
export async function answersOverHttp(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_WITHIN_MS) });
  await answer.body?.cancel();
  return answer.ok;
}
