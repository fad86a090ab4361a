import { isIP } from 'node:net';
import { StackError } from './machine/stack-error.mjs';
import { isPortFree } from './ports.ts';

const DEFAULT_PORT = 3000;

/** The gateway's port from PORT. Throws a StackError if it is not a port number. */
export function readGatewayPort(env: NodeJS.ProcessEnv): number {
  if (!env.PORT) return DEFAULT_PORT;
  const port = Number(env.PORT);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new StackError(`PORT is "${env.PORT}": it must be a number from 1 to 65535.`);
}

/** HOST is used only if it is an IP address, because some shells set it to the machine's name. */
export function readGatewayHost(env: NodeJS.ProcessEnv): string {
  return env.HOST && isIP(env.HOST) ? env.HOST : '127.0.0.1';
}

/** Throws a StackError when another program listens on the port. */
export async function refuseTakenPort(port: number): Promise<void> {
  if (await isPortFree(port)) return;
  throw new StackError(`Port ${port} is taken by another program: end that one, or set PORT to a free port.`);
}
