import type { Severity, TrustFinding } from '../document.ts'

type CodeDefaults = { category: TrustFinding['category']; severity: Severity; title: string }

const file = (severity: Severity, title: string): CodeDefaults => ({ category: 'file', severity, title })
const page = (severity: Severity, title: string): CodeDefaults => ({ category: 'page', severity, title })
const content = (severity: Severity, title: string): CodeDefaults => ({
  category: 'content',
  severity,
  title,
})

/**
 * Codes of all findings about a file and its pages, with their default severity. The parsers add further ARITHMETIC_… codes.
 * docs/guides/trust.md documents each code.
 */
export const findingCodes = {
  // Findings about how the file was written and saved.
  INCREMENTAL_UPDATES: file('medium', 'Saved again after it was created'),
  AMOUNT_CHANGED_BETWEEN_REVISIONS: content('high', 'An earlier revision of the file shows another amount'),
  EDITING_SOFTWARE: file('medium', 'Written by software that edits documents'),
  WRITTEN_BY_ANOTHER_PROGRAM: file('medium', 'Not written by the software it names'),
  REPRINTED: file('info', 'Printed to a new file'),
  MODIFIED_AFTER_CREATION: file('low', 'Modified after it was created'),
  MALFORMED_DATE: file('low', 'A date in the metadata is malformed'),
  NO_METADATA: file('medium', 'No metadata about its origin'),
  XMP_DIFFERS: file('medium', 'Two sets of metadata disagree'),
  MADE_BEFORE_PERIOD: file('medium', 'Created before the period it covers'),
  MADE_LONG_AFTER_PERIOD: file('info', 'Created long after the period it covers'),
  TITLE_DIFFERS: file('medium', 'Its title names another month'),
  LEFTOVER_PAGE: file('medium', 'A removed page is still in the file'),
  JAVASCRIPT: file('high', 'Contains JavaScript'),
  EMBEDDED_FILE: file('high', 'Contains an embedded file'),
  LAUNCH: file('high', 'Asks to start a program'),
  SIGNATURE_BROKEN: file('high', 'Changed after it was signed'),
  SCAN_ONLY: file('medium', 'An image of a document'),
  // Findings about hidden text and content added on top of pages.
  BOX_OVER_TEXT: page('high', 'Text is covered by a box'),
  IMAGE_OVER_TEXT: page('high', 'Text is covered by an image'),
  TEXT_REDRAWN_OVER_COVER: page('high', 'New text replaces covered text'),
  TEXT_OVER_TEXT: page('high', 'Two texts printed over each other'),
  TEXT_OVER_PICTURE: page('high', 'Figures were typed onto an image'),
  TEXT_DIFFERS_FROM_PIXELS: page('medium', 'The text layer of a scan differs from its image'),
  FIGURE_AS_PICTURE: page('high', 'An image in place of a figure'),
  ANNOTATION_OVER_TEXT: page('high', 'An annotation covers figures'),
  ANNOTATION: page('low', 'Text was added as an annotation'),
  INVISIBLE_TEXT: page('high', 'Invisible figures'),
  WHITE_TEXT: page('high', 'Figures in the colour of the background'),
  OFF_PAGE: page('high', 'Figures outside the page'),
  TINY_TEXT: page('high', 'Figures too small to read'),
  // Findings about figures and pages that differ from their neighbours.
  FONT_OUTLIER: page('high', 'A figure in another font'),
  MIXED_FONTS: page('high', 'One figure in two fonts'),
  SIZE_OUTLIER: page('medium', 'A figure in another size'),
  COLOUR_OUTLIER: page('medium', 'A figure in another colour'),
  BASELINE_OUTLIER: page('medium', 'A figure off its baseline'),
  ALIGNMENT_OUTLIER: page('medium', 'A figure not aligned with its column'),
  SPACING_OUTLIER: page('medium', 'A figure with different letter spacing'),
  PAGE_SIZE_DIFFERS: page('medium', 'A page of a different size'),
  PAGE_FONTS_DIFFER: page('medium', 'A page with fonts of its own'),
  PAGE_NUMBERS: page('medium', 'Page numbers are not consecutive'),
  PAGE_DETAILS_DIFFER: content('medium', 'Pages name different accounts or people'),
  NO_SUCH_DAY: content('medium', 'A day that does not exist'),
  // Findings that need the parsed values or other documents.
  ARITHMETIC_AGREEMENT: {
    category: 'arithmetic',
    severity: 'medium',
    title: 'A total that the other figures do not confirm',
  },
  NOT_VERIFIED: {
    category: 'arithmetic',
    severity: 'medium',
    title: 'The figures do not confirm each other',
  },
  DUPLICATE_OTHER_USER: content('high', 'The same document was submitted for another user'),
} satisfies Record<string, CodeDefaults>

export type FindingCode = keyof typeof findingCodes

/** Creates a finding. `severity` overrides the default severity of the code. */
export function createFinding(
  code: FindingCode,
  message: string,
  options: { places?: TrustFinding['places']; fields?: string[]; severity?: Severity } = {},
): TrustFinding {
  const { category, severity, title } = findingCodes[code]
  const { places = [], fields = [] } = options
  return { code, category, severity: options.severity ?? severity, title, message, places, fields }
}

/**
 * Creates the finding for a duplicate. Only the documents feature calls this, because the document reader does not
 * know the documents of other users.
 */
export const createDuplicateFinding = (): TrustFinding =>
  createFinding(
    'DUPLICATE_OTHER_USER',
    'A document with the same text was submitted for another of your users. A payslip or a statement belongs to one person.',
  )
