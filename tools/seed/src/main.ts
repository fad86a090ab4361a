import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seed } from './index.ts';

// Creates the demo data in the stack that runs in STACK_DIR. The first npm start does the same by itself.
const dir = process.env['STACK_DIR'] ?? '.stack';
const { gateway, mailbox, admin } = JSON.parse(await readFile(join(dir, 'stack.json'), 'utf8'));
await seed({ gateway, mailbox, admin, log: (line) => console.log(line) });
