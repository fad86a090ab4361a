import { DocumentPage } from '../../components/document/document-page.tsx';
import { termsSections } from '../../features/legal/components/terms.tsx';
import { revisedOn } from '../../features/legal/lib/revisions.ts';

const lead =
  'この利用規約（以下「本規約」といいます。）は、StageReel（ステージリール）（以下「本サービス」といいます。）の利用条件を定めるものです。本サービスを運営する販売者を「当店」といいます。ご利用の前に、必ずお読みください。';

export const TermsPage = () => <DocumentPage title="利用規約" lead={lead} revisedOn={revisedOn.terms} sections={termsSections} />;
