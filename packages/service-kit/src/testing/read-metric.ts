/** The value of the first sample in /metrics that starts with this text, such as `name{label="value"`; undefined if there is none. */
export const readMetric = async (port: number | undefined, sample: string): Promise<number | undefined> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(sample));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};
