import { Readable } from 'node:stream'
import { z } from 'zod'
import { doesNotExist } from '../problem.ts'

// Schemas of values on the wire, shared by requests and replies. Inputs are bounded and reject unknown fields.

// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern exists to reject control characters.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/**
 * One line of text without control characters: PostgreSQL cannot store NUL, and other control characters corrupt
 * logs.
 */
export const TextLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !controls.test(text) && !/[\n\r\t]/.test(text), 'must not contain control characters')
    .refine((text) => text.isWellFormed(), 'must be valid Unicode text')

/** Text that may contain line breaks. */
export const MultilineText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !controls.test(text), 'must not contain control characters')
    .refine((text) => text.isWellFormed(), 'must be valid Unicode text')

export const Uuid = z
  .string()
  .regex(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/, 'must be a UUID')
  .transform((id) => id.toLowerCase())
  .meta({ type: 'string', format: 'uuid' })

const dateTime = z.iso.datetime({ offset: true })
const dateOnly = z.iso.date()

/**
 * Whether the database can store the date. A UTC offset can push a valid date-time outside the years 1 to 9999, which
 * the database accepts.
 */
function isStorable(date: Date) {
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999
}

const timestampWithDefault = (timeOfBareDate: string) =>
  z
    .codec(z.string().max(40), z.date(), {
      decode(text, context) {
        const iso = dateOnly.safeParse(text).success ? `${text}T${timeOfBareDate}Z` : text
        const date = new Date(iso)
        if (dateTime.safeParse(iso).success && isStorable(date)) return date
        context.issues.push({
          code: 'custom',
          input: text,
          message: 'must be an ISO 8601 date-time with Z or an offset',
        })
        return z.NEVER
      },
      encode: (date) => date.toISOString(),
    })
    .meta({ type: 'string', format: 'date-time' })

/**
 * A point in time. Any UTC offset is accepted and converted to UTC. A date alone means noon UTC, so that no time zone
 * shifts the day.
 */
export const Timestamp = timestampWithDefault('12:00:00.000')

/** Inclusive bounds that filter a list by creation time. A date alone covers the whole day. */
export const CreatedBetween = {
  created_after: timestampWithDefault('00:00:00.000')
    .optional()
    .describe('Only items created at or after this time. A date alone means the start of that day (UTC).'),
  created_before: timestampWithDefault('23:59:59.999')
    .optional()
    .describe('Only items created at or before this time. A date alone means the end of that day (UTC).'),
}

const mobilePattern = /^(\+[1-9]( ?[0-9]){7,14}|07( ?[0-9]){9})$/

export const Email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]{1,190}\.[^\s@.]{2,63}$/, 'must be an e-mail address')
  .meta({ type: 'string', format: 'email' })

/** A mobile number, in the international form in which it is stored and sent. UK numbers may begin with 07. */
export const MobileNumber = z
  .string()
  .trim()
  .max(24)
  .regex(mobilePattern, 'must be a mobile number such as 07700 900123 or +44 7700 900123')
  .transform((text) => text.replaceAll(' ', '').replace(/^0/, '+44'))
  .meta({ type: 'string', pattern: mobilePattern.source })

/** Query parameters of a paged list. `firstOffset` is the offset of the first item, 0 or 1 depending on the endpoint. */
export const PageQuery = ({
  firstOffset,
  maxLimit,
  defaultLimit,
}: {
  firstOffset: 0 | 1
  maxLimit: number
  defaultLimit: number
}) => ({
  offset: z.int().min(firstOffset).max(1_000_000_000).default(firstOffset),
  limit: z.int().min(1).max(maxLimit).default(defaultLimit),
})

export const Pagination = z
  .strictObject({
    offset: z.int(),
    limit: z.int(),
    count: z.int(),
    total_count: z.int(),
  })
  .meta({ id: 'Pagination' })

/** Returns the `pagination` of a paged reply, with `offset` and `limit` as requested. */
export const paginationOf = (
  { offset, limit }: { offset: number; limit: number },
  items: { length: number },
  total: number,
): z.output<typeof Pagination> => ({ offset, limit, count: items.length, total_count: total })

export const Errors = z
  .strictObject({ errors: z.array(z.string()) })
  .meta({ id: 'Errors', description: 'One string per problem, all problems at once.' })

/** A reply that is a binary file. */
export const FileReply = (mediaType: string) =>
  z.custom<Buffer>((value) => Buffer.isBuffer(value)).meta({ mediaType, type: 'string', format: 'binary' })

/** A CSV reply that is streamed because it may not fit in memory. */
export const CsvReply = () =>
  z
    .custom<Readable>((value) => value instanceof Readable)
    .meta({ mediaType: 'text/csv', type: 'string', format: 'binary' })

/** A JSON reply that is streamed because it may not fit in memory. */
export const StreamReply = () =>
  z
    .custom<Readable>((value) => value instanceof Readable)
    .meta({ mediaType: 'application/json', type: 'object' })

export const MessageReply = z.strictObject({ message: z.string() }).meta({ id: 'Message' })

/** `Journey`, `source_selected`, `Event` → `JourneySourceSelectedEvent`: the name of a schema that is one of a family. */
export const schemaName = (...parts: string[]) =>
  parts
    .flatMap((part) => part.split(/[-_]/))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** An id in a path. A malformed id gets the same 404 as an unknown one. */
export const PathId = (kind: string, absence = doesNotExist) =>
  Uuid.meta({ kind, absence, type: 'string', format: 'uuid' })

/**
 * A request body that rejects unknown fields. `ignored` lists read-only fields of the resource, which are accepted
 * and dropped, so that clients can send a fetched object back.
 */
export function Body<Shape extends z.ZodRawShape>(
  shape: Shape,
  { ignored = [] }: { ignored?: string[] } = {},
) {
  const extra = Object.fromEntries(ignored.map((field) => [field, z.unknown().optional()]))
  return z.strictObject({ ...extra, ...shape } as Shape).meta({ ignored })
}

/** An amount in pounds as text with two decimals. The SDKs recognise money by this pattern. */
export const Pounds = z.string().regex(/^-?\d+\.\d\d$/)
