/** Begins a run of text that is shown from right to left, whatever its letters are. */
const OVERRIDE = '\u202E'
/** Strokes through, over and under one letter. */
const STROKES = '\u0336\u0489\u0323\u030A'
const MARKS_ON_ONE_LETTER = 3

/** What people do not write and others do, short enough for the shortest name of the contract, which is 20 characters. */
const TEXTS = {
  markup: '<svg onload=__hit=1>',
  template: '{{7*7}} $t(save)',
  format: '%s %d %n',
  injection: "' OR 1=1 --",
  override: `safe${OVERRIDE}gpj.exe`,
  arabic: 'خادم الإنتاج (1)',
  hebrew: 'שרת 2',
  zeroWidth: 'a\u200Bb\u200Dc\uFEFFd',
  marks: `Z${STROKES.repeat(MARKS_ON_ONE_LETTER)}`,
  family: '👨‍👩‍👧‍👦',
  formula: '=1+1',
  spaces: ' apart ',
}
const LONG_MARKUP = '<img src=x onerror=window.__hit=1>'

/**
 * One of every kind, the last one as long as it may be and without a place to break.
 * @param limit the longest the contract allows
 */
export function hostileTexts(limit: number): string[] {
  const markup = limit >= LONG_MARKUP.length ? [LONG_MARKUP] : []
  return [...Object.values(TEXTS), ...markup, 'W'.repeat(limit)]
}

/** What the namespace is called that all of it is in. */
export const HOME = 'فريق'

/** The texts that turn what stands beside them, unless they are kept apart from it. */
export const TURNING_TEXTS: readonly string[] = [TEXTS.override, TEXTS.arabic, TEXTS.hebrew, HOME]
