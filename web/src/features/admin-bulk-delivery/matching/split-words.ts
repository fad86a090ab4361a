/** A tree of characters: each path from the root spells the start of a known word. */
export type WordTree<Meaning> = { next: Map<string, WordTree<Meaning>>; meanings: Meaning[] };

export const createWordTree = <Meaning>(): WordTree<Meaning> => ({ next: new Map(), meanings: [] });

export const addWord = <Meaning>(tree: WordTree<Meaning>, { word, meaning }: { word: string; meaning: Meaning }): void => {
  if (word === '') return;
  let node = tree;
  for (const character of word.split('')) {
    const next = node.next.get(character) ?? createWordTree<Meaning>();
    node.next.set(character, next);
    node = next;
  }
  node.meanings.push(meaning);
};

export const withoutLeadingZeros = (text: string): string => text.replaceAll(/(?<!\d)0+(?=\d)/gu, '');

/**
 * A known word, a number, or a word that nobody knows. `before`: the signs between it and the previous one; `isSpaced`: it has signs within.
 */
export type Token<Meaning> = {
  kind: 'word' | 'number' | 'unknown';
  text: string;
  meanings: readonly Meaning[];
  before: string;
  isSpaced: boolean;
};

/** A run of digits, of Latin letters, or of other letters, and where it stands among all letters and digits of the text. */
type Run = { kind: 'digits' | 'latin' | 'letters'; text: string; before: string; start: number; end: number };

const RUN = /(\d+)|(\p{Script=Latin}[\p{Script=Latin}\p{M}]*)|(?:(?!\p{Script=Latin})[\p{L}\p{M}])+/gu;

const runsOf = (text: string): Run[] => {
  const runs: Run[] = [];
  let read = 0;
  let start = 0;
  for (const { 0: found, 1: digits, 2: latin, index } of text.matchAll(RUN)) {
    const end = start + withoutLeadingZeros(found).length;
    runs.push({ kind: digits ? 'digits' : latin ? 'latin' : 'letters', text: found, before: text.slice(read, index), start, end });
    read = index + found.length;
    start = end;
  }
  return runs;
};

const COSTS = { word: 1, number: 3, unknown: 20 };

/** The cheapest way to read the text up to a position, and how many ways cost the same. */
type Step<Meaning> = { cost: number; ways: number; from: number; token: Token<Meaning> };

/**
 * Splits a text into known words, numbers and unknown words, so that as little as possible is unknown, in as few words as possible. A word never
 * ends within a number or a Latin word. Japanese has no spaces, so a run of its letters is known only if all of it is: 北関東大会 is not 関東大会.
 * If a text can be read in two ways, its Japanese words are unknown.
 */
export const splitWords = <Meaning>(text: string, tree: WordTree<Meaning>): Token<Meaning>[] => {
  const runs = runsOf(text);
  const letters = runs.map((run) => withoutLeadingZeros(run.text)).join('');
  const runAt: Run[] = runs.flatMap((run) => Array<Run>(run.end - run.start).fill(run));
  const isBoundary = (at: number): boolean => at === letters.length || runAt[at]?.kind === 'letters' || runAt[at]?.start === at;
  const steps: (Step<Meaning> | undefined)[] = [];
  const reach = (at: number, step: Step<Meaning>): void => {
    const known = steps[at];
    if (!known || step.cost < known.cost) steps[at] = step;
    else if (step.cost === known.cost) known.ways += step.ways;
  };

  for (const [at, run] of runAt.entries()) {
    const step = steps[at];
    if (!isBoundary(at) || (at > 0 && !step)) continue;
    const { cost, ways } = step ?? { cost: 0, ways: 1 };
    const before = at === run.start ? run.before : '';
    if (at === run.start) {
      const kind = run.kind === 'digits' ? 'number' : 'unknown';
      const token = { kind, text: run.text, meanings: [], before, isSpaced: false } as const;
      reach(run.end, { cost: cost + COSTS[kind], ways, from: at, token });
    }
    let node: WordTree<Meaning> | undefined = tree;
    for (let end = at + 1; end <= letters.length; end += 1) {
      node = node.next.get(letters.charAt(end - 1));
      if (!node) break;
      // A word ends at the end of a run or within Japanese letters.
      if (node.meanings.length === 0 || !(isBoundary(end) || runAt[end - 1]?.kind === 'letters')) continue;
      const isSpaced = runAt.slice(at, end).some((each) => each.start > at && each.before !== '');
      const token = { kind: 'word', text: letters.slice(at, end), meanings: node.meanings, before, isSpaced } as const;
      reach(end, { cost: cost + COSTS.word, ways, from: at, token });
    }
  }

  const tokens: Token<Meaning>[] = [];
  for (let at = letters.length; at > 0; ) {
    const step = steps[at];
    if (!step) break;
    tokens.unshift(step.token);
    at = step.from;
  }
  if ((steps[letters.length]?.ways ?? 1) === 1) return tokens;
  return tokens.map((token) =>
    token.kind === 'word' && !/^[\da-z]/u.test(token.text) ? { ...token, kind: 'unknown', meanings: [] } : token,
  );
};
