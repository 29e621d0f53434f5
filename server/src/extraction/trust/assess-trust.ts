import type {
  DocumentParse,
  DocumentReading,
  PdfPage,
  PdfStructure,
  Severity,
  TrustFinding,
  TrustScore,
} from '../document.ts'
import { checkFigures } from './altered-figures.ts'
import { checkColumns } from './column-outliers.ts'
import { checkContradictions } from './contradictions.ts'
import { checkFiguresBesideLabels } from './figures-beside-labels.ts'
import { checkFileDates } from './file-dates.ts'
import { createFinding } from './finding-codes.ts'
import { checkHiddenText } from './hidden-text.ts'
import { checkDates } from './impossible-dates.ts'
import { checkOrigin } from './origin.ts'
import { checkPageConsistency } from './page-consistency.ts'
import { checkRevisions } from './revisions.ts'
import { checkScanTextLayers } from './scan-text-layer.ts'
import { scoreTrust } from './score.ts'
import { checkSignatures } from './signatures.ts'

export type TrustInput = {
  structure: PdfStructure
  bytes: Uint8Array
  pages: readonly PdfPage[]
  kind: DocumentReading['kind']
  /** The parse result for `kind`, or null if the document is neither a payslip nor a statement. */
  parse: DocumentParse | null
  /** Reads the pages of an earlier revision from the bytes of the file up to the end of that revision. */
  readRevision: (bytes: Uint8Array) => Promise<readonly PdfPage[]>
}

const severitiesWorstFirst: Severity[] = ['high', 'medium', 'low', 'info']

/**
 * Lists signs of tampering, the most severe first, and scores trust. An empty list means that nothing was detected,
 * not that the file is genuine.
 */
export async function assessTrust(
  input: TrustInput,
): Promise<{ findings: TrustFinding[]; trust_score: TrustScore | null }> {
  const { structure, bytes, pages, kind, parse, readRevision } = input
  const revisions = await checkRevisions(structure, bytes, pages, readRevision)
  const columnFindings = checkColumns(pages, parse?.cells ?? [])
  const findings = [
    ...checkContradictions(pages, parse),
    ...revisions.findings,
    ...checkHiddenText(pages),
    ...checkScanTextLayers(pages),
    ...columnFindings,
    // Statements are excluded, because panels beside the transactions have different baselines.
    ...(kind === 'payslip' ? checkFiguresBesideLabels(pages, columnFindings) : []),
    ...checkFigures(pages, structure),
    ...checkPageConsistency(pages, structure),
    ...checkDates(pages),
    ...checkSignatures(structure, bytes, revisions.isUnchanged),
    ...checkActiveContent(structure),
    ...checkOrigin(structure, bytes),
    ...checkFileDates(structure, parse),
    ...checkForScan(pages),
    ...checkVerified(parse),
  ]
  const sorted = findings.toSorted(
    (one, other) => severitiesWorstFirst.indexOf(one.severity) - severitiesWorstFirst.indexOf(other.severity),
  )
  return { findings: sorted, trust_score: scoreTrust(kind, sorted) }
}

function checkActiveContent({ hasJavaScript, hasLaunch, embeddedFiles }: PdfStructure): TrustFinding[] {
  return [
    ...(hasJavaScript ? [createFinding('JAVASCRIPT', 'The file contains JavaScript. It was not run.')] : []),
    ...(hasLaunch
      ? [createFinding('LAUNCH', 'The file asks to start another program. Nothing was started.')]
      : []),
    ...(embeddedFiles > 0
      ? [
          createFinding(
            'EMBEDDED_FILE',
            `The file contains ${embeddedFiles} embedded ${embeddedFiles === 1 ? 'file' : 'files'}.`,
          ),
        ]
      : []),
  ]
}

function checkForScan(pages: readonly PdfPage[]): TrustFinding[] {
  const images = pages.filter(({ source }) => source === 'ocr')
  if (images.length === 0) return []
  const subject =
    images.length === pages.length
      ? 'The document is an image'
      : `Page ${images.map(({ number }) => number).join(', ')} is an image`
  const message = `${subject}: its text was read by OCR, and changes to an image leave few detectable traces.`
  return [createFinding('SCAN_ONLY', message)]
}

function checkVerified(parse: TrustInput['parse']): TrustFinding[] {
  if (!parse?.submission || parse.verified) return []
  const failed = parse.checks.filter(({ isPassed }) => !isPassed).map(({ note }) => note)
  const reasons = failed.length > 0 ? `: ${failed.join('; ')}` : ''
  return [createFinding('NOT_VERIFIED', `The figures of the document do not confirm each other${reasons}.`)]
}
