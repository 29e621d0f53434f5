import type { Finding, Severity } from '../document.ts'

type Code = { category: Finding['category']; severity: Severity; title: string }

const file = (severity: Severity, title: string): Code => ({ category: 'file', severity, title })
const page = (severity: Severity, title: string): Code => ({ category: 'page', severity, title })
const content = (severity: Severity, title: string): Code => ({ category: 'content', severity, title })

/**
 * Everything that can be found by looking at a file and its pages, with its usual severity. What the parsers find in the
 * figures (other ARITHMETIC_…) comes from them. docs/guides/trust.md says what each means.
 */
export const codes = {
  // How the file was written and saved.
  INCREMENTAL_UPDATES: file('medium', 'Saved again after it was made'),
  AMOUNT_CHANGED_BETWEEN_REVISIONS: content('high', 'An earlier state of the file says something else'),
  EDITING_SOFTWARE: file('medium', 'Written by a program that changes documents'),
  WRITTEN_BY_ANOTHER_PROGRAM: file('medium', 'Not written by the program it names'),
  REPRINTED: file('info', 'Printed to a new file'),
  MODIFIED_AFTER_CREATION: file('low', 'Changed after it was made'),
  MALFORMED_DATE: file('low', 'A date of the file is no date'),
  NO_METADATA: file('medium', 'Says nothing about its origin'),
  XMP_DIFFERS: file('medium', 'Two records of its origin differ'),
  MADE_BEFORE_PERIOD: file('medium', 'Made before what it tells of'),
  MADE_LONG_AFTER_PERIOD: file('info', 'Made long after what it tells of'),
  TITLE_DIFFERS: file('medium', 'Its title names another day'),
  LEFTOVER_PAGE: file('medium', 'A page that was taken out is still inside'),
  JAVASCRIPT: file('high', 'Contains a program'),
  EMBEDDED_FILE: file('high', 'Contains another file'),
  LAUNCH: file('high', 'Asks to start a program'),
  SIGNATURE_BROKEN: file('high', 'Changed after it was signed'),
  SCAN_ONLY: file('medium', 'A picture of a document'),
  // What pages hide and what was put on them.
  BOX_OVER_TEXT: page('high', 'Text is covered by a box'),
  IMAGE_OVER_TEXT: page('high', 'Text is covered by a picture'),
  TEXT_REDRAWN_OVER_COVER: page('high', 'New text stands where old text was covered'),
  TEXT_OVER_TEXT: page('high', 'Two texts in one place'),
  TEXT_OVER_PICTURE: page('high', 'Figures were typed onto a picture'),
  TEXT_DIFFERS_FROM_PIXELS: page('medium', 'The text laid over a scan is not what it shows'),
  FIGURE_AS_PICTURE: page('high', 'A picture stands where a figure belongs'),
  ANNOTATION_OVER_TEXT: page('high', 'A note lies over figures'),
  ANNOTATION: page('low', 'Text was added as a note'),
  INVISIBLE_TEXT: page('high', 'Figures that cannot be seen'),
  WHITE_TEXT: page('high', 'Figures in the colour of the paper'),
  OFF_PAGE: page('high', 'Figures outside the page'),
  TINY_TEXT: page('high', 'Figures too small to read'),
  // What does not look like its neighbours.
  FONT_OUTLIER: page('high', 'A figure in another font'),
  MIXED_FONTS: page('high', 'One figure in two fonts'),
  SIZE_OUTLIER: page('medium', 'A figure in another size'),
  COLOUR_OUTLIER: page('medium', 'A figure in another colour'),
  BASELINE_OUTLIER: page('medium', 'A figure that does not stand on its line'),
  ALIGNMENT_OUTLIER: page('medium', 'A figure that does not end where its column ends'),
  SPACING_OUTLIER: page('medium', 'A figure that is set wider or narrower'),
  PAGE_SIZE_DIFFERS: page('medium', 'A page of another size'),
  PAGE_FONTS_DIFFER: page('medium', 'A page with fonts of its own'),
  PAGE_NUMBERS: page('medium', 'Page numbers do not follow'),
  PAGE_DETAILS_DIFFER: content('medium', 'Pages name different accounts or people'),
  NO_SUCH_DAY: content('medium', 'A day that does not exist'),
  // What follows from more than the file.
  ARITHMETIC_AGREEMENT: {
    category: 'arithmetic',
    severity: 'medium',
    title: 'A total that is none of the proven figures',
  },
  NOT_VERIFIED: { category: 'arithmetic', severity: 'medium', title: 'The figures do not prove each other' },
  DUPLICATE_OTHER_USER: content('high', 'The same document came for somebody else'),
} satisfies Record<string, Code>

export type CodeName = keyof typeof codes

/** A finding of this code; severity only where it is not the usual one. */
export function finding(
  code: CodeName,
  message: string,
  more: { places?: Finding['places']; fields?: string[]; severity?: Severity } = {},
): Finding {
  const { category, severity, title } = codes[code]
  const { places = [], fields = [] } = more
  return { code, category, severity: more.severity ?? severity, title, message, places, fields }
}

/** For whoever knows the documents of other users; the reader does not. */
export const duplicateOfAnotherUser = (): Finding =>
  finding(
    'DUPLICATE_OTHER_USER',
    'A document with the same words was handed in for another of your users. A payslip or a statement belongs to one person.',
  )
