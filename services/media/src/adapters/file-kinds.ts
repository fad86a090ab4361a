import { fileTypeFromBuffer } from 'file-type';
import type { DetectFileKind } from '../domain/ports.ts';

/** What browsers show by themselves. Nothing in which a page could hide: no SVG, no HTML, no PDF. */
const ACCEPTED: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'video/mp4': 'mp4',
  'video/x-m4v': 'm4v',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

export const detectFileKind: DetectFileKind = async (head) => {
  const found = await fileTypeFromBuffer(head);
  const extension = found && ACCEPTED[found.mime];
  return extension ? { contentType: found.mime, extension } : undefined;
};
