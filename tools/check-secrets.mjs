// Checks that no file of the repository contains a secret.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Formats that nothing else has, so that there are no false alarms. The CI workflow also runs gitleaks, which finds more, over the history.
 * @type {Record<string, RegExp>}
 */
const SECRETS = {
  'private key': /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{64}/,
  'private key in base64': /\bLS0tLS1CRUdJTi[A-Za-z0-9+/]{64}/,
  'Stripe key': /\b[rs]k_(?:live|test)_[0-9A-Za-z]{24}/,
  'Stripe webhook secret': /\bwhsec_[0-9A-Za-z+/]{32}/,
  'AWS access key': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'Google API key': /\bAIza[0-9A-Za-z_-]{35}/,
  'GitHub token': /\b(?:gh[pousr]_[0-9A-Za-z]{36}|github_pat_[0-9A-Za-z_]{60})/,
  'npm token': /\bnpm_[0-9A-Za-z]{36}\b/,
  'Slack token': /\bxox[abeoprs]-[0-9A-Za-z-]{20}/,
  'SendGrid key': /\bSG\.[0-9A-Za-z_-]{22}\.[0-9A-Za-z_-]{43}/,
};

/** @param {string} text */
export const findSecrets = (text) => Object.keys(SECRETS).filter((kind) => SECRETS[kind]?.test(text));

/** Git ignores these: packages, what is built, and the data and settings of one machine. */
const IGNORED = /^(?:node_modules|\.git|dist|target|coverage|\.tsc|\.cache|\.screenshots|\.stack.*|\.env)$/;

/**
 * All files of the repository.
 * @param {string} folder
 * @returns {string[]}
 */
const listFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.test(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return entry.isFile() ? [path] : [];
  });

const run = () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const found = listFiles(root).flatMap((path) =>
    findSecrets(readFileSync(path, 'latin1')).map((kind) => `${relative(root, path)} seems to contain a ${kind}`),
  );
  for (const entry of found) console.log(entry);
  process.exitCode = found.length === 0 ? 0 : 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) run();
