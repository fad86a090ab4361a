import type { Plugin } from 'vite';

const CONTRACTS = /\/packages\/contracts\/src\/.+\.ts$/u;

/**
 * Lets the build drop the schemas of packages/contracts that the web app does not use, and zod with them. No module there has side effects, but
 * a bundler cannot know that of calls such as `z.object(…)`. So each top-level value becomes a call that is marked as pure.
 */
export const pureContracts = (): Plugin => ({
  name: 'stagereel:pure-contracts',
  apply: 'build',
  transform: {
    filter: { id: CONTRACTS },
    handler(code) {
      const values = this.parse(code).body.flatMap((statement) => {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        return declaration?.type === 'VariableDeclaration' ? declaration.declarations.flatMap(({ init }) => init ?? []) : [];
      });
      const isCall = ({ start, end }: { start: number; end: number }) => code.slice(start, end).includes('(');
      return values
        .filter(({ type }) => type !== 'ArrowFunctionExpression')
        .filter(isCall)
        .sort((a, b) => b.start - a.start)
        .reduce(
          (text, { start, end }) => `${text.slice(0, start)}/*#__PURE__*/ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
          code,
        );
    },
  },
});
