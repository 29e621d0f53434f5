import type {
  FieldGroup,
  PageRegion,
  ParseCheck,
  PayslipParse,
  PdfPage,
  Provenance,
  StatementParse,
  TableCell,
  TrustFinding,
  ValueSource,
} from '../document.ts'
import { parsePayslip } from '../payslips/parse.ts'
import { parseStatement } from '../statements/parse.ts'
import type { Opinion } from './answer.ts'
import { areAllRepeated, hasOtherTotals, hasUnusedOnLines, listUnusedAmounts } from './coverage.ts'
import { keepsProvenValues, mergeReadings } from './merge.ts'
import { arePayLinesUnmistakable, isFaithfulToPayslip } from './payslip-evidence.ts'
import { drawPayslip } from './payslip-sheet.ts'
import { openProposal, type Proposal, ValueNotOnPage } from './proposal.ts'
import type { DrawnSheet } from './sheet.ts'
import { addsUp, contradictsSigns, hasNoSigns, isFaithful, isUnmistakable } from './statement-evidence.ts'
import {
  drawStatement,
  type LocatedStatement,
  listStatementAmounts,
  locateStatement,
  mirrorStatement,
} from './statement-sheet.ts'
import { removeValue } from './values.ts'
import { numberLines } from './words.ts'

type Parse = StatementParse | PayslipParse

/**
 * `used`: the reading became that of the model. `invented`: a value is not on the page where the model says. `refuted`:
 * the values do not pass the checks. `overruled`: the reader has proven another value.
 */
export type OpinionOutcome = 'used' | 'invented' | 'refuted' | 'overruled'

/** Checks of the parsers that a reading must pass to count as certain, and an opinion to be used. */
const requiredChecks: Record<Opinion['kind'], readonly string[]> = {
  bank_statement: ['arithmetic', 'totals', 'complete', 'dates', 'unique', 'account'],
  payslip: [
    'net',
    'earnings',
    'deductions',
    'complete',
    'units',
    'kinds',
    'one-reading',
    'agreement',
    'positive',
    'pay',
  ],
}

/** Checks of the whole page, which a sheet with some of its words always passes. */
const wholePageChecks: readonly string[] = ['account', 'agreement', 'one-reading', 'one-payslip']

/**
 * Groups that arithmetic can prove. Names, dates of a payslip and descriptions would be certified on the model's word, and
 * so would some amounts of the year to date: nothing tells net pay from taxable pay if either is not printed.
 */
const provableGroups: readonly FieldGroup[] = ['balances_and_amounts', 'this_period']

/** Whether a model may be asked: the document was not read, or its figures do not add up. */
export const isUncertain = (kind: Opinion['kind'], parse: Parse | null): boolean =>
  !parse?.submission ||
  (!parse.verified &&
    parse.checks.some(({ name, isPassed }) => !isPassed && requiredChecks[kind].includes(name)))

/**
 * Reads the document as the model says, with the reader's own parsers and checks. Returns the reader's parse if the
 * opinion is dropped.
 */
export function applyOpinion<P extends Parse>(
  pages: readonly PdfPage[],
  parse: P,
  opinion: Opinion,
): { parse: P; outcome: OpinionOutcome } {
  const proposal = openProposal(pages, numberLines(pages))
  try {
    const proposed = readOpinion(opinion, proposal, parse) as P | null
    if (!proposed) return { parse, outcome: 'refuted' }
    if (!keepsProvenValues(parse, proposed)) return { parse, outcome: 'overruled' }
    return { parse: mergeReadings(parse, proposed), outcome: 'used' }
  } catch (error) {
    if (error instanceof ValueNotOnPage) return { parse, outcome: 'invented' }
    throw error
  }
}

/** Returns null if the reading does not pass the checks. */
function readOpinion(opinion: Opinion, proposal: Proposal, own: Parse): Parse | null {
  const isPageClear = !own.checks.some(({ name, isPassed }) => !isPassed && wholePageChecks.includes(name))
  if (opinion.kind === 'bank_statement') {
    const statement = locateStatement(opinion.answer, proposal)
    const unused = listUnusedAmounts(proposal)
    if (hasUnusedOnLines(unused, listStatementAmounts(statement))) return null
    if (contradictsSigns(statement) || !addsUp(statement) || addsUpBackwards(statement)) return null
    const sheet = drawStatement(statement, proposal.isOcr)
    const parse = parseStatement(sheet.pages, [])
    if (!hasPassed('bank_statement', parse) || !parse.submission) return null
    if (!isFaithful(statement, parse.submission)) return null
    const isComplete = isPageClear && isUnmistakable(statement, { lines: proposal.lines, unused })
    return finish(parse, sheet, { ...opinion, isComplete })
  }
  const payslip = drawPayslip(opinion.answer, proposal)
  const { sheet, amounts } = payslip
  const unused = listUnusedAmounts(proposal)
  if (!payslip.isYearPlausible || hasUnusedOnLines(unused, amounts) || hasOtherTotals(unused)) return null
  const parse = parsePayslip(sheet.pages)
  if (!parse.submission || !isFaithfulToPayslip(payslip, parse.submission)) return null
  const areRolesClear = areAllRepeated(unused, amounts) && arePayLinesUnmistakable(payslip, proposal.lines)
  return finish(parse, sheet, { ...opinion, isComplete: isPageClear && areRolesClear })
}

/** Whether nothing printed says which transactions are money in: the amounts add up the other way round as well. */
const addsUpBackwards = (statement: LocatedStatement): boolean =>
  statement.rows.length > 0 && hasNoSigns(statement) && addsUp(mirrorStatement(statement))

/** Whether the parser read a sheet, and its required checks passed. */
const hasPassed = (kind: Opinion['kind'], { submission, checks }: Parse): boolean =>
  submission !== null &&
  requiredChecks[kind].every((name) => checks.some((check) => check.name === name && check.isPassed))

function finish(
  parse: Parse,
  sheet: DrawnSheet,
  { kind, model, isComplete }: { kind: Opinion['kind']; model: string; isComplete: boolean },
): Parse | null {
  if (!hasPassed(kind, parse)) return null
  const located = locateValues(parse, sheet)
  if (!located) return null
  const coverage: ParseCheck = {
    name: 'model',
    isPassed: isComplete,
    note: isComplete
      ? `The model ${model} said what the words mean; every amount on the pages has a meaning`
      : `The model ${model} said what the words mean; other amounts or dates on the pages do not confirm it`,
  }
  const certified = isComplete ? parse.certified.filter((group) => provableGroups.includes(group)) : []
  const verified = isComplete && parse.verified
  const caution = `A model (${model}) said what the values mean; compare them with the document.`
  return {
    ...parse,
    ...located,
    certified: verified ? certified : [],
    verified,
    layout: null,
    checks: [...parse.checks, coverage],
    warnings: [...parse.warnings, caution],
    cells: parse.cells.flatMap((cell) => toDocumentCell(cell, sheet)),
    findings: parse.findings.map((finding) => toDocumentFinding(finding, sheet)),
  } as Parse
}

/**
 * Maps the place of each value back to the document. A name or code that includes one of our labels is removed.
 * Returns null if an amount or a date has no place.
 */
function locateValues(
  { submission, provenance }: Parse,
  sheet: DrawnSheet,
): Pick<Parse, 'submission' | 'provenance'> | null {
  const located: Provenance = {}
  let kept = submission
  for (const [path, source] of Object.entries(provenance)) {
    const place = source.place && sheet.toDocument(source.place)
    const isDerived = source.method === 'computed' || source.method === 'inferred'
    if (place || isDerived) located[path] = describe(source, place, isDerived)
    else if (removablePaths.test(path)) kept = removeValue(kept, path)
    else return null
  }
  return { submission: kept, provenance: located }
}

const removablePaths =
  /^(?:account_information|identity_information|employment_information)\.|\.(?:pay_date|pay_interval_start|pay_interval_end|pay_frequency|tax_code)$/

/** Only arithmetic proves a value; nothing else that the model says is better than likely. */
const describe = (source: ValueSource, place: PageRegion | null, isDerived: boolean): ValueSource => ({
  place,
  method: isDerived ? source.method : 'model',
  confidence: source.confidence === 'printed' ? 'likely' : source.confidence,
})

function toDocumentCell(cell: TableCell, sheet: DrawnSheet): TableCell[] {
  const origin = sheet.originOf(cell.page, cell.word)
  return origin ? [{ ...cell, page: origin.page, word: origin.word }] : []
}

const toDocumentFinding = (finding: TrustFinding, sheet: DrawnSheet): TrustFinding => ({
  ...finding,
  places: finding.places.flatMap((place) => {
    const region = sheet.toDocument(place)
    return region ? [{ ...place, ...region }] : []
  }),
})
