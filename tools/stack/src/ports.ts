import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { hasCode } from './machine/has-code.mjs';

/** Both ends included. */
export type PortRange = { first: number; last: number };
/** Below the range from which Linux takes the ports of outgoing connections, so that none of those is in the way later. */
const ANY_PORT: PortRange = { first: 20_000, last: 31_999 };
const TRIES = 200;

/**
 * A free port on 127.0.0.1 for each name, the same as last time where it is still free (kept in `ports.json` in `dir`), so
 * that addresses stay over restarts. A port is free until its server starts: who chooses at the same time takes another range.
 */
export async function choosePorts<Name extends string>(input: { dir: string; names: readonly Name[]; range?: PortRange }) {
  const file = join(input.dir, 'ports.json');
  const kept: Record<string, number> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const names = new Set<string>(input.names);
  // What is kept under other names belongs to servers that may be down now.
  const taken = new Set(Object.entries(kept).flatMap(([name, port]) => (names.has(name) ? [] : [port])));
  const chosen = new Map<Name, number>();
  for (const name of input.names) {
    const port = await choosePort({ preferred: kept[name], taken, range: input.range ?? ANY_PORT });
    taken.add(port);
    chosen.set(name, port);
  }
  writeFileSync(file, `${JSON.stringify({ ...kept, ...Object.fromEntries(chosen) }, null, 2)}\n`);
  return (name: Name): number => {
    const port = chosen.get(name);
    if (port === undefined) throw new Error(`No port was chosen for ${name}.`);
    return port;
  };
}

/** Whether nobody listens on this port of this machine, by either kind of address: "localhost" may mean both. */
export async function isPortFree(port: number): Promise<boolean> {
  const answers = await Promise.all([canListen({ port, host: '127.0.0.1' }), canListen({ port, host: '::1' })]);
  return !answers.includes(false);
}

/** A machine without such addresses leaves the port free. */
function canListen(place: { port: number; host: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(!hasCode(error, 'EADDRINUSE') && !hasCode(error, 'EACCES')));
    server.listen(place, () => server.close(() => resolve(true)));
  });
}

type Wanted = { preferred: number | undefined; taken: Set<number>; range: PortRange };

async function choosePort({ preferred, taken, range }: Wanted): Promise<number> {
  if (preferred !== undefined && !taken.has(preferred) && (await isPortFree(preferred))) return preferred;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(range.first, range.last + 1);
    if (!taken.has(port) && (await isPortFree(port))) return port;
  }
  throw new Error(`No free port was found between ${range.first} and ${range.last}.`);
}
