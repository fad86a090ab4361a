import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import type { usePublicationCheck } from '../lib/use-publication-check.ts';

/** The question before a contest without athletes on sale is published. */
export const PublishQuestion = ({
  isAsking,
  answer,
  close,
}: Pick<ReturnType<typeof usePublicationCheck>, 'isAsking' | 'answer' | 'close'>) => (
  <ConfirmDialog
    isOpen={isAsking}
    title="販売中の選手がいません。公開しますか？"
    confirmLabel="公開する"
    isDestructive={false}
    onConfirm={answer}
    onClose={close}
  >
    公開すると、お客様には「準備中」と表示されます。選手の動画のステータスを「販売中」にすると、注文を受け付けられるようになります。
  </ConfirmDialog>
);
