import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repository } from '../repository.ts';
import { STAY_OUTSIDE } from './bundle.ts';

type Manifest = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

/**
 * Copies the packages that the bundles in a `dist` folder load at run time, and all packages that those need, into `dist/node_modules`. With them,
 * `dist` contains everything that a service runs, so an image needs no installation of packages.
 */
export function copyOutsidePackages(dist: string): void {
  const bundles = readdirSync(dist).filter((name) => name.endsWith('.js'));
  const code = bundles.map((name) => readFileSync(join(dist, name), 'utf8')).join('\n');
  const target = join(dist, 'node_modules');
  rmSync(target, { recursive: true, force: true });
  const seen = new Set<string>();

  const copy = (name: string, { dependent, isOptional = false }: { dependent: string; isOptional?: boolean }): void => {
    const own = join(dependent, 'node_modules', name);
    const folder = existsSync(own) ? own : join(repository, 'node_modules', name);
    if (seen.has(folder)) return;
    if (!existsSync(folder)) {
      // Of packages with compiled programs, only the variant for this processor is installed.
      if (isOptional) return;
      throw new Error(`${name} is not installed, but ${relative(repository, dependent) || 'a bundle'} needs it`);
    }
    seen.add(folder);
    // A package's own node_modules folder was copied with the package.
    if (folder !== own || dependent === repository) cpSync(folder, join(target, name), { recursive: true, dereference: true });
    const { dependencies, optionalDependencies }: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    // npm lists optional packages in both.
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      copy(needed, { dependent: folder, isOptional: optionalDependencies?.[needed] !== undefined });
    }
  };
  // A file of a package is named by its path: "swagger-ui-dist/swagger-ui.css".
  for (const name of STAY_OUTSIDE) if (new RegExp(`["'\`]${name}["'\`/]`).test(code)) copy(name, { dependent: repository });
}
