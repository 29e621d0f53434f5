import type {
  Finding,
  Page,
  PayslipParse,
  Reading,
  Severity,
  StatementParse,
  Structure,
  Trust,
} from '../document.ts'
import { finding } from './finding-codes.ts'
import { judgeContradictions } from './contradictions.ts'
import { judgeDays } from './impossible-dates.ts'
import { judgeFigures } from './altered-figures.ts'
import { judgeHidden } from './hidden-text.ts'
import { judgeLayers } from './scan-text-layer.ts'
import { judgeLoneFigures } from './figures-beside-labels.ts'
import { judgeLooks } from './column-outliers.ts'
import { judgeOrigin } from './origin.ts'
import { judgeRevisions } from './revisions.ts'
import { trustOf } from './score.ts'
import { judgeSheets } from './page-consistency.ts'
import { judgeSignatures } from './signatures.ts'
import { judgeTimes } from './file-dates.ts'

export type Matter = {
  structure: Structure
  bytes: Uint8Array
  pages: readonly Page[]
  kind: Reading['kind']
  /** The parse of that kind; null where the document is of neither. */
  parse: StatementParse | PayslipParse | null
  /** The pages of an earlier state of the file, which is its first so many bytes. */
  readRevision: (bytes: Uint8Array) => Promise<readonly Page[]>
}

const worstFirst: Severity[] = ['high', 'medium', 'low', 'info']

/** What is unusual about a document, worst first, and how far it can be trusted. Nothing found means nothing was detected. */
export async function judge(matter: Matter): Promise<{ findings: Finding[]; trust_score: Trust | null }> {
  const { structure, bytes, pages, kind, parse, readRevision } = matter
  const revisions = await judgeRevisions(structure, bytes, pages, readRevision)
  const looks = judgeLooks(pages, parse?.cells ?? [])
  const findings = [
    ...judgeContradictions(pages, parse),
    ...revisions.findings,
    ...judgeHidden(pages),
    ...judgeLayers(pages),
    ...looks,
    // Statements have panels beside their rows, whose lines are not those of the rows.
    ...(kind === 'payslip' ? judgeLoneFigures(pages, looks) : []),
    ...judgeFigures(pages, structure),
    ...judgeSheets(pages, structure),
    ...judgeDays(pages),
    ...judgeSignatures(structure, bytes, revisions.isUnchanged),
    ...judgeContents(structure),
    ...judgeOrigin(structure, bytes),
    ...judgeTimes(structure, parse),
    ...judgeScan(pages),
    ...judgeProof(parse),
  ]
  const sorted = findings.toSorted(
    (one, other) => worstFirst.indexOf(one.severity) - worstFirst.indexOf(other.severity),
  )
  return { findings: sorted, trust_score: trustOf(kind, sorted) }
}

function judgeContents({ hasJavaScript, hasLaunch, embeddedFiles }: Structure): Finding[] {
  return [
    ...(hasJavaScript ? [finding('JAVASCRIPT', 'The file contains a program. It was not run here.')] : []),
    ...(hasLaunch
      ? [finding('LAUNCH', 'The file asks to start another program. Nothing was started here.')]
      : []),
    ...(embeddedFiles > 0
      ? [
          finding(
            'EMBEDDED_FILE',
            `The file carries ${embeddedFiles} other ${embeddedFiles === 1 ? 'file' : 'files'}.`,
          ),
        ]
      : []),
  ]
}

function judgeScan(pages: readonly Page[]): Finding[] {
  const pictures = pages.filter(({ source }) => source === 'ocr')
  if (pictures.length === 0) return []
  const which =
    pictures.length === pages.length
      ? 'The document is a picture'
      : `Page ${pictures.map(({ number }) => number).join(', ')} is a picture`
  const message = `${which}: its text was recognised, and changes to a picture leave few traces that can be found.`
  return [finding('SCAN_ONLY', message)]
}

function judgeProof(parse: StatementParse | PayslipParse | null): Finding[] {
  if (!parse?.submission || parse.verified) return []
  const failed = parse.gates.filter(({ isPassed }) => !isPassed).map(({ note }) => note)
  const why = failed.length > 0 ? `: ${failed.join('; ')}` : ''
  return [finding('NOT_VERIFIED', `The figures on the paper do not hold each other in place${why}.`)]
}
