// Some PDF writers encode a hyphen at the end of a line as U+0002.
const hyphen = '\u0002'
const invisible = /^(\p{Cc}|[\u200B-\u200F\u2060\uFEFF])$/u
const minus = /^[\u00AD\u2010-\u2012\u2212\uFE58\uFE63\uFF0D\uFFFE\u2796]$/u
const compatibilityForms = /^[\uFB00-\uFB06\uFF01-\uFF5E\uFFE0-\uFFE6\u{1D400}-\u{1D7FF}]$/u

/**
 * Maps characters that look alike to a single one. Returns '' for invisible characters, ' ' for all spaces and '-'
 * for all hyphens and minus signs.
 */
export function normaliseCharacter(text: string): string {
  if (text >= '!' && text <= '~') return text
  if (text.trim() === '') return ' '
  if (text === hyphen || minus.test(text)) return '-'
  if (invisible.test(text)) return ''
  return compatibilityForms.test(text) ? text.normalize('NFKC') : text
}
