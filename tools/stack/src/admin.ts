import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StackError } from './machine/stack-error.mjs';
import type { StackSecrets } from './secrets.ts';

const DEFAULT_EMAIL = 'admin@stagereel.example';
const CHARACTER_CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/];
const MIN_LENGTH = 12;

export type Admin = { email: string; password: string };
const fileIn = (dir: string) => join(dir, 'admin.json');

/**
 * The first admin's login: ADMIN_EMAIL and ADMIN_PASSWORD, or a generated password. The account is created at the first start and
 * keeps its password, so later starts read what was saved then.
 */
export function readAdmin({ dir, env, secrets }: { dir: string; env: NodeJS.ProcessEnv; secrets: StackSecrets }): Admin {
  if (existsSync(fileIn(dir))) return JSON.parse(readFileSync(fileIn(dir), 'utf8'));
  const password = env.ADMIN_PASSWORD || secrets.adminPassword;
  if (password.length < MIN_LENGTH || !CHARACTER_CLASSES.every((characters) => characters.test(password))) {
    throw new StackError('ADMIN_PASSWORD must have at least 12 characters with upper case, lower case, digits and symbols.');
  }
  return { email: env.ADMIN_EMAIL || DEFAULT_EMAIL, password };
}

/** Writes the first admin's login to `admin.json`, for later starts. Call it once the account exists. */
export function writeAdminFile({ dir, admin }: { dir: string; admin: Admin }): void {
  writeFileSync(fileIn(dir), `${JSON.stringify(admin, null, 2)}\n`, { mode: 0o600 });
}
