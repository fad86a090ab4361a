import { DocumentPage } from '../../components/document/document-page.tsx';
import { privacySections } from '../../features/legal/components/privacy.tsx';
import { revisedOn } from '../../features/legal/lib/revisions.ts';

const lead =
  'StageReel（ステージリール）（以下「本サービス」といいます。）を運営する販売者（以下「当店」といいます。）は、お客様の個人情報を、法令とこのプライバシーポリシーに従って取り扱います。';

export const PrivacyPage = () => (
  <DocumentPage title="プライバシーポリシー" lead={lead} revisedOn={revisedOn.privacy} sections={privacySections} />
);
