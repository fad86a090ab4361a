import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { hasCode } from './machine/has-code.mjs';
import { StackError } from './machine/stack-error.mjs';

/** Both ends included. */
export type PortRange = { first: number; last: number };
/** Below the range from which Linux takes the ports of outgoing connections, so that none of them occupies a chosen port. */
const ANY_PORT: PortRange = { first: 20_000, last: 31_999 };
const MAX_DRAWS = 200;
const MAX_STARTS = 5;

type ChooseInput<Name extends string> = { dir: string; names: readonly Name[]; range?: PortRange | undefined };
type PortOf<Name extends string> = (name: Name) => number;

/** Another program listens on a port that was free when it was chosen. */
export class PortTakenError extends StackError {
  override readonly name = 'PortTakenError';
}

/** Throws a PortTakenError when another program listens on one of the ports. */
export async function requireFreePorts({ name, ports }: { name: string; ports: readonly number[] }): Promise<void> {
  for (const port of ports) {
    if (!(await isPortFree(port))) throw new PortTakenError(`${name} cannot start: port ${port} is taken by another program.`);
  }
}

/**
 * Chooses ports and starts the servers that listen on them. When `start` throws a PortTakenError, the taken port is replaced and
 * `start` is called again; it must have stopped whatever it had started.
 */
export async function startOnFreePorts<Name extends string, Started>(
  input: ChooseInput<Name> & { start: (portOf: PortOf<Name>) => Promise<Started>; log: (line: string) => void },
): Promise<Started> {
  for (let starts = 1; ; starts += 1) {
    const portOf = await choosePorts(input);
    try {
      return await input.start(portOf);
    } catch (error) {
      if (!(error instanceof PortTakenError) || starts === MAX_STARTS) throw error;
      input.log(`${error.message} Trying another port …`);
    }
  }
}

let lastChoice: Promise<unknown> = Promise.resolve();

/**
 * A free port on 127.0.0.1 for each name: the same as last time if it is still free (kept in `ports.json` in `dir`), so that
 * addresses survive restarts. Another program can still take the port before its server starts: see `startOnFreePorts`.
 */
export function choosePorts<Name extends string>(input: ChooseInput<Name>): Promise<PortOf<Name>> {
  // One at a time, because each call reads and rewrites the file.
  const choice = lastChoice.then(() => chooseAndSave(input));
  lastChoice = choice.catch(() => undefined);
  return choice;
}

async function chooseAndSave<Name extends string>(input: ChooseInput<Name>): Promise<PortOf<Name>> {
  const file = join(input.dir, 'ports.json');
  const kept: Record<string, number> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const names = new Set<string>(input.names);
  // Ports kept under other names belong to servers that may be down now.
  const reserved = new Set(Object.entries(kept).flatMap(([name, port]) => (names.has(name) ? [] : [port])));
  const chosen = new Map<Name, number>();
  for (const name of input.names) {
    const port = await choosePort({ preferred: kept[name], reserved, range: input.range ?? ANY_PORT });
    reserved.add(port);
    chosen.set(name, port);
  }
  writeFileSync(file, `${JSON.stringify({ ...kept, ...Object.fromEntries(chosen) }, null, 2)}\n`);
  return (name) => {
    const port = chosen.get(name);
    if (port === undefined) throw new Error(`No port was chosen for ${name}.`);
    return port;
  };
}

type Choice = { preferred: number | undefined; reserved: Set<number>; range: PortRange };

async function choosePort({ preferred, reserved, range }: Choice): Promise<number> {
  if (preferred !== undefined && !reserved.has(preferred) && (await isPortFree(preferred))) return preferred;
  for (let draws = 0; draws < MAX_DRAWS; draws += 1) {
    const port = randomInt(range.first, range.last + 1);
    if (!reserved.has(port) && (await isPortFree(port))) return port;
  }
  throw new Error(`No free port was found between ${range.first} and ${range.last}.`);
}

/** Whether no program listens on this port of this machine, over IPv4 or IPv6: "localhost" may mean either. */
export async function isPortFree(port: number): Promise<boolean> {
  const results = await Promise.all([canListen({ port, host: '127.0.0.1' }), canListen({ port, host: '::1' })]);
  return !results.includes(false);
}

/** True also on a machine that does not have the address. */
function canListen(address: { port: number; host: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(!hasCode(error, 'EADDRINUSE') && !hasCode(error, 'EACCES')));
    server.listen(address, () => server.close(() => resolve(true)));
  });
}
