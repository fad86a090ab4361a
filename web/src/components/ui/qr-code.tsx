import { encode } from 'uqr';

type Props = {
  text: string;
  /** What it leads to, for those who hear the page. */
  label: string;
  /** Pixels of each side. */
  size?: number;
};

/** Modules of quiet ground around the code that cameras need. */
const BORDER = 4;

/** A QR code, dark on white in either colour scheme: cameras read no other. */
export const QrCode = ({ text, label, size = 168 }: Props) => {
  const { data, size: modules } = encode(text, { ecc: 'M', border: BORDER });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${modules} ${modules}`} shapeRendering="crispEdges">
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};
