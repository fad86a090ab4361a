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

const runChecks = async (wanted: readonly Check[]): Promise<Outcome> => {
  const results = await Promise.all(
    wanted.map(({ name, script }) =>
      timed(name, async () => ({ name, ...(await runCommand({ program: 'npm', args: ['run', '-s', ...script] })) })),
    ),
  );
  for (const { name, status, output } of results) {
    console.log(`${status === 0 ? 'PASS' : 'FAIL'} ${name}`);
    if (status !== 0) console.log(output);
  }
  const failed = results.filter(({ status }) => status !== 0).length;
  return { passed: results.length - failed, failed };
};

export const runStaticChecks = (): Promise<Outcome> => runChecks(checks);
export const checkBundle = (): Promise<Outcome> => runChecks([bundleCheck]);
