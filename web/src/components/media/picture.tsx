import type { ImgHTMLAttributes, ReactNode } from 'react';
import { useState } from 'react';

type Props = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt' | 'onError'> & {
  /** Null when there is no picture. */
  src: string | null;
  alt: string;
  /** Shown when there is no picture or it fails to load. */
  fallback: ReactNode;
};

/** A picture with a fallback. */
export const Picture = ({ src, alt, fallback, ...props }: Props) => {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === null || src === failed) return fallback;
  return <img {...props} src={src} alt={alt} onError={() => setFailed(src)} />;
};
