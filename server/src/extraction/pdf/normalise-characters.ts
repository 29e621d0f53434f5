// Which signs mean the same to whoever reads the page. Some writers mark a hyphen at the end of a line with U+0002.
const hyphen = '\u0002'
const shapeless = /^(\p{Cc}|[\u200B-\u200F\u2060\uFEFF])$/u
const minus = /^[\u00AD\u2010-\u2012\u2212\uFE58\uFE63\uFF0D\uFFFE\u2796]$/u
const otherShapes = /^[\uFB00-\uFB06\uFF01-\uFF5E\uFFE0-\uFFE6\u{1D400}-\u{1D7FF}]$/u

/** A glyph as text: '' for what has no shape, ' ' for any space, one sign for every way to write a minus. */
export function printed(text: string): string {
  if (text >= '!' && text <= '~') return text
  if (text.trim() === '') return ' '
  if (text === hyphen || minus.test(text)) return '-'
  if (shapeless.test(text)) return ''
  return otherShapes.test(text) ? text.normalize('NFKC') : text
}
