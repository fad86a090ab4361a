import { filePercent, type QueuedFile } from '../../lib/uploads/upload-state.ts';

/** Where a file is on its way, in a few words. */
export const phaseWords = (file: QueuedFile): string => {
  const percent = `${filePercent(file)}%`;
  switch (file.phase) {
    case 'ready':
      return '';
    case 'queued':
      return '順番待ち';
    case 'preparing':
      return '準備中';
    case 'sending':
      return `送信中 ${percent}`;
    case 'waiting':
      return `再接続中 ${percent}`;
    case 'offline':
      return `オフラインのため待機中 ${percent}`;
    case 'checking':
      return '内容を確認中';
    case 'paused':
      return `一時停止中 ${percent}`;
    case 'failed':
      return '失敗';
    case 'done':
      return '完了';
  }
};
