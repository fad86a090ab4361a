import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { ownLoopback } from './own-loopback.ts';

/** A TCP line to a server that a test can cut and mend. */
export const layLine = async (target: string) => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let onQuestion: (() => void) | undefined;
  const server = createServer((inner) => {
    const outer = connect({ host: hostname, port: Number(port) });
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    inner.pipe(outer).pipe(inner);
    inner.on('data', () => {
      if (!onQuestion) return;
      outer.unpipe(inner);
      onQuestion();
    });
    inner.on('close', () => outer.destroy());
    outer.on('close', () => inner.destroy());
  });
  const host = ownLoopback();
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, host, resolve));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const url = new URL(target);
  url.host = `${host}:${own}`;

  const cut = () =>
    new Promise<void>((resolve) => {
      onQuestion = undefined;
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    url: url.href,
    cut,
    mend: () => listen(own),
    /** Until the cut, what is asked gets no answer; resolves once something was asked. */
    holdAnswers: () =>
      new Promise<void>((resolve) => {
        onQuestion = resolve;
      }),
    stop: async () => (server.listening ? cut() : undefined),
  };
};
