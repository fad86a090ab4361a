import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { weigh } from '../test-files.mjs';

const PROGRESS_EVERY_MS = 30_000;
/** Of the whole weight: before, nobody can tell how long the rest takes. */
const MIN_PART = 0.1;

/** @param {number} ms */
const minutes = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.round((ms % 60_000) / 1000)).padStart(2, '0')} min`;

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Without the frames of Jest. @param {string} message */
const ownFrames = (message) =>
  message
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|node:internal|new Promise \(<anonymous>\))/.test(line))
    .join('\n');

/**
 * Prints failures when they happen, with what the file printed, and every half a minute how far this part of the run is. With TEST_OUTPUT=all, it
 * prints each test. Jest's own reporter prints some lines for each file, and at the end the paths of all files.
 */
export default class Reporter {
  part = process.env.TEST_PART ?? 'tests';
  isVerbose = process.env.TEST_OUTPUT === 'all';
  startedAt = performance.now();
  printedAt = this.startedAt;
  files = { done: 0, all: 0 };
  weight = { done: 0, all: Number(process.env.TEST_WEIGHT) };

  /** @param {import('jest').Config} config */
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunStart({ numTotalTestSuites }) {
    this.files.all = numTotalTestSuites;
  }

  onTestResult({ path }, { testResults, testExecError, console: printed, failureMessage }) {
    const isFailed = Boolean(failureMessage);
    if (this.isVerbose || isFailed) {
      console.log(`${isFailed ? 'FAIL' : 'PASS'} ${relative(this.rootDir, path)}`);
      for (const { message } of printed ?? []) console.log(`  ${message.replaceAll('\n', '\n  ')}`);
      for (const { status, fullName, duration } of testResults) {
        if (status === 'failed' || (this.isVerbose && status === 'passed'))
          console.log(`  ${status === 'failed' ? '✕' : '✓'} ${fullName} (${Math.round(duration ?? 0)} ms)`);
      }
      if (isFailed) console.log(testExecError ? failureMessage : failureMessage.trimEnd());
    }
    this.files.done += 1;
    this.weight.done += weigh(path);
    this.printProgress();
  }

  /** Writes the result for tools/testing/run-jest.ts: each failed test with its file, its message, and the command that repeats it. */
  onRunComplete(_contexts, { numPassedTests: passed, testResults: files }) {
    const failures = files.flatMap(({ testFilePath, testResults, failureMessage }) => {
      const file = relative(this.rootDir, testFilePath);
      const failed = testResults.filter(({ status }) => status === 'failed');
      // A file that could not be loaded has no tests.
      if (failed.length === 0) return failureMessage ? [`${file}\n${failureMessage}\nnpm test -- ${file}`] : [];
      return failed.map(({ fullName, failureMessages }) =>
        [`${file}: ${fullName}`, ...failureMessages.map(ownFrames), `npm test -- ${file} -t ${quoted(escaped(fullName))}`].join('\n'),
      );
    });
    writeFileSync(String(process.env.TEST_REPORT), JSON.stringify({ passed, failures }));
  }

  printProgress() {
    const now = performance.now();
    if (this.isVerbose || now - this.printedAt < PROGRESS_EVERY_MS) return;
    this.printedAt = now;
    const part = this.weight.done / this.weight.all;
    const left = part < MIN_PART ? '' : `, about ${minutes((now - this.startedAt) * (1 / part - 1))} left`;
    console.log(`${this.part}: ${this.files.done} of ${this.files.all} files${left}`);
  }
}
