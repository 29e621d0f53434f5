import { z } from 'zod'
import {
  Body,
  MultilineText,
  PageQuery,
  Pagination,
  Pounds,
  TextLine,
  Timestamp,
  Uuid,
} from '../../platform/http/wire.ts'
import { reviewAdvice } from './rules/kinds.ts'
import { Advice } from './rules/schemas.ts'
import { reviewDecisions, reviewSeverities, reviewStatuses, stalledDays } from './statuses.ts'

const Status = z
  .enum(reviewStatuses)
  .describe(
    'registered: no link yet. invited: has a link. opened: opened it. sharing: data is there. ' +
      `stalled: no progress for ${stalledDays} days. ready: the income summary is ready, or the journey is finished. ` +
      'in_review and decided: set by your team.',
  )
const Decision = z.enum(reviewDecisions).describe('Decision of your team')

const Person = z
  .strictObject({
    member_id: Uuid.describe('Id of the member'),
    name: z.string().describe('Name of the member'),
  })
  .meta({ id: 'ReviewMember', description: 'A member of the team.' })

const Author = z
  .strictObject({
    kind: z.enum(['api_key', 'member']).describe('Whether a member or an API key wrote it'),
    id: Uuid,
    name: z.string().nullable().describe('Name of the member'),
  })
  .meta({ id: 'ReviewAuthor', description: 'The member or API key that wrote it. An API key has no name.' })

const WorstFinding = z
  .strictObject({
    code: z.string().describe('As in the income summary'),
    severity: z.enum(['low', 'medium', 'high']),
  })
  .meta({ id: 'ReviewFinding', description: 'The worst finding of the income summary.' })

const DecisionRecord = z
  .strictObject({
    decision: Decision,
    reason: z.string(),
    decided_at: Timestamp.describe('Time of the decision (UTC)'),
    decided_by: Author,
  })
  .meta({ id: 'ReviewDecision' })

const shared = {
  user_id: Uuid,
  status: Status,
  status_at: Timestamp.describe('When the status was reached'),
  updated_at: Timestamp.describe('When the review or the income summary last changed'),
  assignee: Person.nullable().describe('Member who does the review'),
  finding: WorstFinding.nullable().describe('Worst finding of the income summary'),
  advice: Advice,
}
const figures = {
  employer: z.string().nullable().describe('Employer of the newest active employment'),
  annual_gross: Pounds.nullable().describe('As in the income summary when it last changed'),
}

export const Review = z
  .strictObject({
    ...shared,
    ...figures,
    decision: DecisionRecord.nullable().describe('Decision of your team'),
    note_count: z.int().describe('Number of internal notes'),
    assignable: z.array(Person).describe('Members who may be the assignee'),
  })
  .meta({ id: 'Review', description: 'The review of a user by your team.' })

export const ReviewChanges = Body({
  assignee_id: Uuid.nullable()
    .optional()
    .describe('Id of a member, or null to remove the assignee. Assigning a review that is ready starts it'),
  status: z
    .literal('in_review')
    .optional()
    .describe('Starts the review. For a decided one: opens it again, without the decision'),
}).meta({ id: 'ReviewChanges' })

export const NewDecision = Body({
  decision: Decision,
  reason: MultilineText(2_000).describe('Stored encrypted; not part of any webhook'),
}).meta({ id: 'NewReviewDecision' })

export const NewReviewNote = Body({
  text: MultilineText(4_000).describe('Text of the note, stored encrypted'),
}).meta({ id: 'NewReviewNote' })

export const ReviewNote = z
  .strictObject({
    note_id: Uuid,
    text: z.string().describe('Text of the note'),
    created_at: Timestamp,
    author: Author,
  })
  .meta({ id: 'ReviewNote', description: 'An internal note. The person never sees it.' })

export const ReviewNotePage = z
  .strictObject({ pagination: Pagination, notes: z.array(ReviewNote).describe('Notes, newest first') })
  .meta({ id: 'ReviewNotePage' })

export const NotesQuery = z.strictObject(PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 20 }))

export const reviewSorts = ['updated_at', 'status', 'annual_gross', 'severity', 'assignee'] as const

/** Amounts are stored outside the sealed value in whole thousands only. */
const grossStep = 1_000
const Thousands = z
  .int()
  .min(0)
  .max(100_000_000)
  .refine((amount) => amount % grossStep === 0, `must be a multiple of ${grossStep}`)

/** A list in a query parameter, separated by commas. */
const listOf = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  z
    .string()
    .max(200)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.enum(values)))

export const queueFilters = {
  search: TextLine(401)
    .optional()
    .describe(
      'Beginnings of names (at least three letters each) or of the ext_id, or a whole user_id, NI number or e-mail address. ' +
        'The Support role finds whole references and ids only',
    ),
  status: listOf(reviewStatuses).optional().describe('One or more statuses, separated by commas'),
  severity: listOf(reviewSeverities)
    .optional()
    .describe('Severities of the worst finding, separated by commas'),
  advice: listOf(reviewAdvice).optional().describe('Advice of your review rules, separated by commas'),
  assignee_id: Uuid.optional().describe('Only users assigned to this member'),
  is_assigned: z.boolean().optional().describe('Only users with an assignee, or without one'),
  employer: TextLine(200).optional().describe('Beginnings of the words of the employer’s name'),
  gross_from: Thousands.optional().describe('Annual gross of at least this many pounds, in whole thousands'),
  gross_below: Thousands.optional().describe(
    'Annual gross of less than this many pounds, in whole thousands',
  ),
}

export const QueueQuery = z.strictObject({
  ...queueFilters,
  sort: z
    .enum(reviewSorts)
    .default('updated_at')
    .describe('annual_gross sorts by whole thousands. Ties are sorted by updated_at'),
  direction: z.enum(['asc', 'desc']).default('desc').describe('Ascending or descending'),
  limit: z.int().min(1).max(100).default(20),
  cursor: TextLine(300).optional().describe('The next_cursor of the previous page, with the same filters'),
})

export const ExportQuery = z.strictObject(queueFilters)

const QueueRow = z
  .strictObject({
    ...shared,
    forename: z.string().nullable(),
    surname: z.string().nullable(),
    ext_id: z.string().nullable(),
    created_at: Timestamp,
    ...figures,
    decision: Decision.nullable(),
  })
  .meta({
    id: 'ReviewRow',
    description:
      'A user of the work queue. Names, references, employers, amounts and assignees are null for the Support role.',
  })

export const QueuePage = z
  .strictObject({
    reviews: z.array(QueueRow).describe('Users on this page of the queue'),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ReviewPage' })

/** Saved views per member. */
export const maxViews = 20

const SavedView = z
  .strictObject({
    name: TextLine(60).describe('Name of the view'),
    query: z
      .string()
      .max(1_000)
      .regex(/^[\x21-\x7e]*$/, 'must be a query string')
      .describe('The query of GET /reviews, without limit and cursor'),
  })
  .meta({ id: 'SavedView' })

export const SavedViews = Body({
  views: z.array(SavedView).max(maxViews).describe('Saved views, in the order of the list'),
}).meta({ id: 'SavedViews' })
