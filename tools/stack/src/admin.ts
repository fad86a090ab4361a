import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StackError } from './machine/stack-error.mjs';
import type { StackSecrets } from './secrets.ts';

const DEFAULT_EMAIL = 'admin@stagereel.example';
const CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/];
const SHORTEST = 12;

export type Admin = { email: string; password: string };
const fileIn = (dir: string) => join(dir, 'admin.json');

/**
 * The first admin's login. The account is made at the first start and keeps its password, so what was true then counts;
 * before, ADMIN_EMAIL and ADMIN_PASSWORD do, or a made-up password.
 */
export function readAdmin({ dir, env, secrets }: { dir: string; env: NodeJS.ProcessEnv; secrets: StackSecrets }): Admin {
  if (existsSync(fileIn(dir))) return JSON.parse(readFileSync(fileIn(dir), 'utf8'));
  const password = env.ADMIN_PASSWORD || secrets.adminPassword;
  if (password.length < SHORTEST || !CLASSES.every((characters) => characters.test(password))) {
    throw new StackError('ADMIN_PASSWORD must have at least 12 characters with upper case, lower case, digits and symbols.');
  }
  return { email: env.ADMIN_EMAIL || DEFAULT_EMAIL, password };
}

/** To be called once the account exists. */
export function keepAdmin({ dir, admin }: { dir: string; admin: Admin }): void {
  writeFileSync(fileIn(dir), `${JSON.stringify(admin, null, 2)}\n`, { mode: 0o600 });
}
