import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { findProgram } from '@stagereel/stack';
import { ROOT } from '../run-command.ts';

const FOLDER = join(ROOT, 'deploy/observe');
const promtool = findProgram({ name: 'promtool', env: process.env });
// Skipped where promtool is missing: it comes with Debian's package prometheus.
const testWithPromtool = promtool ? test : test.skip;

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
const alerts = namesIn(read('deploy/observe/alerts.yml'), /- alert: (\w+)/g);

const run = async (...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(promtool ?? 'promtool', args, { cwd: FOLDER });
  return stdout;
};

testWithPromtool(
  'when the alerts are tested with made-up series, then each fires when it should and is silent when all is well',
  async () => {
    expect(await run('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
    const tested = read('deploy/observe/alerts.test.yml');
    const fired = namesIn(tested, /alertname: (\w+)\n\s+exp_alerts:(?! \[\])/g);
    const silent = namesIn(tested, /alertname: (\w+), exp_alerts: \[\]/g);
    expect(alerts.filter((name) => !fired.includes(name) || !silent.includes(name))).toEqual([]);
    expect(alerts).toHaveLength(8);
  },
);

testWithPromtool('when Prometheus reads its settings, then they are valid', async () => {
  expect(await run('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
});

test('when an alert fires, then its runbook has a section', () => {
  const sections = namesIn(read('docs/runbooks.md'), /^## (\w+)$/gm);
  expect(sections).toEqual(alerts);
  const links = namesIn(read('deploy/observe/alerts.yml'), /runbook: docs\/runbooks\.md#(\w+)/g);
  expect(links).toEqual(alerts.map((name) => name.toLowerCase()));
});
