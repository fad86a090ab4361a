import { fileTypeFromBuffer } from 'file-type';
import type { DetectFileType } from '../domain/upload/upload.ts';

/** Types that browsers display natively. Types that can contain a page (SVG, HTML, PDF) are excluded. */
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

export const detectFileType: DetectFileType = async (head) => {
  const found = await fileTypeFromBuffer(head);
  const extension = found && ACCEPTED[found.mime];
  return extension ? { contentType: found.mime, extension } : undefined;
};
