import { errorCatalogue, MAX_THUMBNAIL_BYTES, THUMBNAIL_SIDE, type UploadThumbnail } from '@stagereel/contracts';

export const thumbnailMessages = {
  required: errorCatalogue.ImageRequired.message,
  unreadable: errorCatalogue.ImageUnreadable.message,
  size: errorCatalogue.ThumbnailSizeWrong.message,
  large: 'ファイルが大きすぎます。12MBまでの画像を選択してください。',
} as const;

type Problem = { problem: string };
type Read = { thumbnail: UploadThumbnail };

const sizeOf = async (file: File): Promise<{ width: number; height: number } | null> => {
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    image.src = url;
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
};

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** A picture in the server's format for thumbnails, or an error text. */
export const readThumbnail = async (file: File): Promise<Read | Problem> => {
  if (!file.type.startsWith('image/')) return { problem: thumbnailMessages.required };
  if (file.size > MAX_THUMBNAIL_BYTES) return { problem: thumbnailMessages.large };
  const size = await sizeOf(file);
  if (size === null) return { problem: thumbnailMessages.unreadable };
  if (size.width !== THUMBNAIL_SIDE || size.height !== THUMBNAIL_SIDE) return { problem: thumbnailMessages.size };
  try {
    return { thumbnail: { data: await dataUrlOf(file), originalName: file.name, contentType: file.type } };
  } catch {
    return { problem: thumbnailMessages.unreadable };
  }
};
