import { extname } from 'node:path';

type ContentType = { type: string; isText?: true };

const BINARY: ContentType = { type: 'application/octet-stream' };

/** What a built web app is made of. */
const byExtension: Record<string, ContentType> = {
  '.html': { type: 'text/html; charset=utf-8', isText: true },
  '.js': { type: 'text/javascript; charset=utf-8', isText: true },
  '.mjs': { type: 'text/javascript; charset=utf-8', isText: true },
  '.css': { type: 'text/css; charset=utf-8', isText: true },
  '.json': { type: 'application/json; charset=utf-8', isText: true },
  '.webmanifest': { type: 'application/manifest+json; charset=utf-8', isText: true },
  '.map': { type: 'application/json; charset=utf-8', isText: true },
  '.txt': { type: 'text/plain; charset=utf-8', isText: true },
  '.xml': { type: 'application/xml; charset=utf-8', isText: true },
  '.svg': { type: 'image/svg+xml', isText: true },
  '.ico': { type: 'image/x-icon' },
  '.png': { type: 'image/png' },
  '.jpg': { type: 'image/jpeg' },
  '.jpeg': { type: 'image/jpeg' },
  '.webp': { type: 'image/webp' },
  '.avif': { type: 'image/avif' },
  '.gif': { type: 'image/gif' },
  '.woff': { type: 'font/woff' },
  '.woff2': { type: 'font/woff2' },
  '.mp4': { type: 'video/mp4' },
  '.webm': { type: 'video/webm' },
  '.wasm': { type: 'application/wasm' },
};

/** The media type of a file by its name, and whether compressing it pays. */
export const contentTypeOf = (name: string): ContentType => byExtension[extname(name).toLowerCase()] ?? BINARY;
