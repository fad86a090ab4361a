import { type Outcome, timed } from './outcome.ts';
import { runCommand } from './run-command.ts';

type Check = { name: string; script: readonly string[] };

const checks: readonly Check[] = [
  { name: 'types (tsc -b)', script: ['check:types'] },
  { name: 'lint and format (biome)', script: ['check:lint'] },
  { name: 'layers (dependency-cruiser)', script: ['check:layers'] },
  { name: 'unused code (knip)', script: ['check:unused'] },
  { name: 'licences and secrets', script: ['check:supply'] },
];

/** Needs the built web app. */
const bundleCheck: Check = { name: 'size of the customer bundle', script: ['check-bundle', '-w', 'web'] };

/** One after another, with what the tests, which mostly wait, leave of the processors. */
const runChecks = async (wanted: readonly Check[]): Promise<Outcome> => {
  const failures: string[] = [];
  for (const { name, script } of wanted) {
    const command = { program: 'nice', args: ['npm', 'run', '-s', ...script] };
    const { status, output } = await timed(name, () => runCommand(command));
    if (status === 0) continue;
    failures.push(`${name}\n${output.trim()}\nnpm run ${script.join(' ')}`);
    console.log(`FAIL ${failures.at(-1)}`);
  }
  return { passed: wanted.length - failures.length, failures };
};

export const runStaticChecks = (): Promise<Outcome> => runChecks(checks);
export const checkBundle = (): Promise<Outcome> => runChecks([bundleCheck]);
