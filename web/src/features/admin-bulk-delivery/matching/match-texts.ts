import type { VideoStyle } from '@stagereel/contracts';
import type { Decision, MatchReason } from './decide-match.ts';

/** Why an admin must decide, or why no line fits; the same for all files with this reason. */
export const matchReasonTexts: Record<Exclude<MatchReason, 'bibAndName' | 'bib' | 'name' | 'words' | 'notOrdered'>, string> = {
  choice: '手動で選びました。',
  contest: '同じ番号または名前の選手が、複数の大会にいます。大会名がファイル名にもフォルダ名にもありません。',
  namesake: '同じ名前の大会がほかにもあります。どちらの大会の動画か確認してください。',
  category: '同じ番号または名前の選手が、複数のカテゴリにいます。どのカテゴリの動画か確認してください。',
  sameName: '名前だけでは選手を1人に決められません。',
  numbers: 'どの数字がゼッケン番号か確認できません。',
  contradiction: '番号・名前・カテゴリ・大会の組み合わせが登録と一致しません。',
  register: '大会の選手一覧がないため、同じ番号や名前の選手がほかにいるか確認できません。',
  style: '縦・横がわかりません。',
  orientation: 'ファイル名の縦・横と、動画の実際の向きが違います。',
  severalFiles: '同じ動画のファイルがほかにもあります。納品するファイルを1つ選んでください。',
  noAthlete: '登録されている番号も名前も見つかりません。',
  otherContest: 'フォルダ名またはファイル名にある大会の未納品の注文に、当てはまるものがありません。',
  excluded: '手動で対象から外しました。',
};

/** What a path says, as `written`, and what the order line says. */
export const contradictionTexts = {
  number: ({ written, bib }: { written: string; bib: string }) => `番号「${written}」は、この注文の番号「${bib}」と違います。`,
  name: ({ written, bib, name }: { written: string; bib: string; name: string }) =>
    `選手名「${written}」は、この注文の選手「${bib} ${name}」と違います。`,
  category: ({ written, category }: { written: string; category: string }) =>
    `カテゴリ「${written}」は、この注文のカテゴリ「${category}」と違います。`,
  contest: ({ written, contest }: { written: string; contest: string }) => `大会「${written}」は、この注文の大会「${contest}」と違います。`,
  direction: ({ written, style }: { written: VideoStyle; style: VideoStyle }) => `名前では${written}ですが、この注文は${style}です。`,
};

const athleteText = ({ reason, entrant }: Decision): string => {
  const bib = `番号「${entrant?.bib}」`;
  const name = `選手名「${[...(entrant?.names ?? [])][0]}」`;
  if (reason === 'bibAndName') return `${bib}と${name}が一致しました。`;
  return reason === 'bib' ? `${bib}の選手は1人だけです。` : `${name}の選手は1人だけです。`;
};

const styleText = ({ style, styleSource }: Decision): string =>
  styleSource === 'video' ? `向きは動画そのものから判定しました（${style}）。` : `名前に${style?.slice(0, 1)}とあります。`;

/** What the match is based on, or why it is not certain. */
export const matchSentence = (decision: Decision): string => {
  const { reason, style, unknownWords } = decision;
  if (reason === 'bibAndName' || reason === 'bib' || reason === 'name') return athleteText(decision) + styleText(decision);
  if (reason === 'words') return `「${unknownWords.join('」「')}」の意味がわかりません。`;
  if (reason === 'notOrdered') return `この選手の${style ?? '動画'}は、未納品の注文にありません。`;
  return matchReasonTexts[reason];
};
