/** Times in ms, or undefined where there are none. */
export type Summary = { count: number; p50: number; p95: number; p99: number; max: number };

/** The percentile by nearest rank. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

export const summarise = (values: readonly number[]): Summary => {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    count: sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    max: percentile(sorted, 1),
  };
};

export type StepFigures = { phase: string; step: string; durations: number[] };
export type ErrorFigures = { phase: string; step: string; kind: string; count: number };

/** Collects how long each step took in each phase, and what failed. */
export const createRecorder = () => {
  const steps = new Map<string, StepFigures>();
  const errors = new Map<string, ErrorFigures>();
  return {
    add: ({ phase, step, ms }: { phase: string; step: string; ms: number }): void => {
      const key = `${phase}\n${step}`;
      const figures = steps.get(key) ?? { phase, step, durations: [] };
      figures.durations.push(ms);
      steps.set(key, figures);
    },
    fail: ({ phase, step, kind }: Omit<ErrorFigures, 'count'>): void => {
      const key = `${phase}\n${step}\n${kind}`;
      const figures = errors.get(key) ?? { phase, step, kind, count: 0 };
      figures.count += 1;
      errors.set(key, figures);
    },
    steps: (): StepFigures[] => [...steps.values()],
    errors: (): ErrorFigures[] => [...errors.values()],
  };
};
export type Recorder = ReturnType<typeof createRecorder>;

/** Of all phases together, by step, in the order in which the steps were first taken. */
export const byStep = (figures: readonly StepFigures[]): { step: string; durations: number[] }[] =>
  [...new Set(figures.map(({ step }) => step))].map((step) => ({
    step,
    durations: figures.filter((each) => each.step === step).flatMap(({ durations }) => durations),
  }));
