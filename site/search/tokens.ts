/** Words that do not name the subject of a question. */
const STOP_WORDS = new Set(
  (
    'a an and any anything are as at be by can could did do does everything for from get gets had has have how i if in into is it its ' +
    'make me must my need needs of on or own should so something that the their them then there these they thing things ' +
    'this to too up us use used using want was way we were what when where which who why will with work works would you your'
  ).split(' '),
);

/** The stems of the words of a text, in the order of the text. */
export function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !STOP_WORDS.has(word)).map(stemOf);
}

/** Removes the ending of an English word, so "deploy", "deploys", "deployed" and "deployment" have the same stem. */
function stemOf(word: string): string {
  if (word.length < 4) return word;
  const singular = word.replace(/ies$/, 'y').replace(/(?<![sui])s$/, '');
  const stem = singular.replace(/(?:ations?|ments?|ings?|ed|ers?)$/, '');
  return (stem.length < 4 ? singular : stem).replace(/e$/, '').replace(/([bdgmnprt])\1$/, '$1');
}
