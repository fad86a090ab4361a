import { useMemo } from 'react';
import { encode } from 'uqr';

type Props = {
  text: string;
  /** The accessible name. */
  label: string;
  /** The width and height in pixels; by default the width of its container. */
  size?: number;
};

/** The quiet zone in modules, which cameras require. */
const BORDER = 4;
const RUN = /1+/g;

/** The dark modules as one SVG path, a rectangle for each horizontal run. */
const darkRuns = (data: readonly (readonly boolean[])[]): string =>
  data
    .flatMap((row, y) => {
      const bits = row.map(Number).join('');
      return [...bits.matchAll(RUN)].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`);
    })
    .join('');

/** A QR code, dark on white in both colour schemes, because cameras need that. */
export const QrCode = ({ text, label, size }: Props) => {
  const { path, modules } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: BORDER });
    return { path: darkRuns(code.data), modules: code.size };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      width={size ?? '100%'}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};
