import { z } from 'zod'
import { BankStatement } from '../../vocabulary/bank-statement.ts'
import { CardStatement } from '../../vocabulary/card-statement.ts'
import { Day, Payslip } from '../../vocabulary/payslip.ts'
import { type DocumentReading, fieldGroups } from '../document.ts'
import type { OpinionOutcome } from '../model/apply-opinion.ts'
import { Question } from '../model/question.ts'
import type { PdfWords } from '../read.ts'

// A hostile file may have taken over the child process, so its answer is validated like any untrusted input.

const Line = z.string().max(2_000)
const Lines = z.array(Line).max(500)
const Name = z.string().max(200)
const Count = z.int().min(0).max(1_000_000_000)
const PageRegion = z.strictObject({
  page: z.int().min(1).max(1_000),
  box: z.tuple(Array(4).fill(z.number()) as Four),
})
type Four = [z.ZodNumber, z.ZodNumber, z.ZodNumber, z.ZodNumber]

const ValueSource = z.strictObject({
  place: PageRegion.nullable(),
  method: z.enum(['text', 'ocr', 'computed', 'inferred', 'model']),
  confidence: z.enum(['proven', 'printed', 'likely', 'doubtful']),
})

const TrustFinding = z.strictObject({
  code: Name,
  category: z.enum(['file', 'page', 'arithmetic', 'content']),
  severity: z.enum(['info', 'low', 'medium', 'high']),
  title: Line,
  message: Line,
  places: z.array(PageRegion.extend({ expected: Line.optional(), actual: Line.optional() })).max(1_000),
  fields: z.array(Name).max(1_000),
})

const PdfStructure = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: Count,
  version: Name,
  pages: Count,
  objects: Count,
  producer: Line.nullable(),
  creator: Line.nullable(),
  title: Line.nullable(),
  createdAt: Name.nullable(),
  modifiedAt: Name.nullable(),
  xmp: z
    .strictObject({ producer: Line.nullable(), createdAt: Name.nullable(), modifiedAt: Name.nullable() })
    .nullable(),
  revisionEnds: z.array(Count).max(10_000),
  isLinearized: z.boolean(),
  isEncrypted: z.boolean(),
  hasJavaScript: z.boolean(),
  hasLaunch: z.boolean(),
  embeddedFiles: Count,
  hasForm: z.boolean(),
  signatures: z.array(z.strictObject({ coversWholeFile: z.boolean() })).max(1_000),
  fonts: z.array(Line).max(10_000),
})

const income = Payslip.shape.income_information
const PayslipReading = Payslip.extend({ income_information: income.extend({ pay_date: Day.nullable() }) })

const rejectionCodes = [
  'not-a-pdf',
  'too-large',
  'too-many-pages',
  'password',
  'broken',
  'unsafe',
  'too-complex',
  'empty',
  'scan-too-poor',
] as const

const Answer = z.strictObject({
  kind: z.enum(['bank_statement', 'payslip', 'card_statement', 'other', 'rejected']),
  submission: z.union([BankStatement, PayslipReading, CardStatement]).nullable(),
  bank_statement_probability: z.number().min(0).max(1),
  verified: z.boolean(),
  certified: z.array(z.enum(fieldGroups)).max(fieldGroups.length),
  trust_score: z.enum(['High', 'Medium', 'Low']).nullable(),
  warnings: Lines,
  reason: Line.nullable(),
  rejection: z.enum(rejectionCodes).nullable(),
  provenance: z.record(Name, ValueSource),
  gates: z.array(z.strictObject({ name: Name, isPassed: z.boolean(), note: Line })).max(100),
  findings: z.array(TrustFinding).max(2_000),
  structure: PdfStructure.nullable(),
  content_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  layout: Name.nullable(),
  model: Name.optional(),
  pages: z
    .array(
      z.strictObject({ width: z.number(), height: z.number(), source: z.enum(['text', 'ocr', 'empty']) }),
    )
    .max(1_000),
  reader_version: Name,
}) satisfies z.ZodType<DocumentReading>

const Word = z.strictObject({
  text: Line,
  x: z.number(),
  right: z.number(),
  y: z.number(),
  size: z.number(),
})
const WordsAnswer = z.union([
  z.strictObject({ words: z.array(z.array(Word).max(60_000)).max(30), rejection: z.null() }),
  z.strictObject({ words: z.null(), rejection: z.enum(rejectionCodes) }),
]) satisfies z.ZodType<PdfWords>

/** A reading with the question for a model, or null if the reader is certain. */
export type QuestionedReading = { reading: DocumentReading; question: Question | null }
const QuestionAnswer = z.strictObject({
  reading: Answer,
  question: Question.nullable(),
}) satisfies z.ZodType<QuestionedReading>

/** A reading with the opinion of a model. `outcome` is null if there was nothing to have an opinion on. */
export type OpinionReading = { reading: DocumentReading; outcome: OpinionOutcome | null }
const OpinionAnswer = z.strictObject({
  reading: Answer,
  outcome: z.enum(['used', 'invented', 'refuted', 'overruled']).nullable(),
}) satisfies z.ZodType<OpinionReading>

/** Parses an answer. Returns undefined if it does not match the schema. */
export const parseAnswer = (answer: Buffer): DocumentReading | undefined => parseWith(Answer, answer)

export const parseWords = (answer: Buffer): PdfWords | undefined => parseWith(WordsAnswer, answer)

export const parseQuestion = (answer: Buffer): QuestionedReading | undefined =>
  parseWith(QuestionAnswer, answer)

export const parseOpinionReading = (answer: Buffer): OpinionReading | undefined =>
  parseWith(OpinionAnswer, answer)

function parseWith<T>(schema: z.ZodType<T>, answer: Buffer): T | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(answer.toString('utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
