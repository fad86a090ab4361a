import type { ImgHTMLAttributes, ReactNode } from 'react';
import { useState } from 'react';

type Props = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt' | 'onError'> & {
  /** Null for none. */
  src: string | null;
  alt: string;
  /** Stands in its place where there is none, and where it cannot be had. */
  fallback: ReactNode;
};

/** A picture, or what stands for it. */
export const Picture = ({ src, alt, fallback, ...props }: Props) => {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === null || src === failed) return fallback;
  return <img {...props} src={src} alt={alt} onError={() => setFailed(src)} />;
};
