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
      // They use what the tests, which mostly wait, leave of the processors.
      timed(name, async () => ({
        name,
        script: script.join(' '),
        ...(await runCommand({ program: 'nice', args: ['npm', 'run', '-s', ...script] })),
      })),
    ),
  );
  const failed = results.filter(({ status }) => status !== 0);
  const failures = failed.map(({ name, script, output }) => `${name}\n${output.trim()}\nnpm run ${script}`);
  for (const failure of failures) console.log(`FAIL ${failure}`);
  return { passed: results.length - failed.length, failures };
};

export const runStaticChecks = (): Promise<Outcome> => runChecks(checks);
export const checkBundle = (): Promise<Outcome> => runChecks([bundleCheck]);
