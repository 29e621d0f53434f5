import { Readable } from 'node:stream'
import { z } from 'zod'
import { doesNotExist } from '../problem.ts'

// The forms in which values cross the wire. Inputs are bounded and closed; replies are the same schemas.

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** One line of text. Control characters are refused: the database cannot store all of them, logs must not. */
export const Line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !controls.test(text) && !/[\n\r\t]/.test(text), 'must not contain control characters')

/** Text of several lines. */
export const Prose = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !controls.test(text), 'must not contain control characters')

export const Uuid = z
  .string()
  .regex(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/, 'must be a UUID')
  .transform((id) => id.toLowerCase())
  .meta({ type: 'string', format: 'uuid' })

const dateTime = z.iso.datetime({ offset: true })
const dateOnly = z.iso.date()

/** An offset can lead out of the years that text has four digits for and the database takes. */
function isStorable(date: Date) {
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** A moment: any offset comes in and UTC goes out. A date without a time is noon UTC, so no time zone moves it. */
export const Timestamp = z
  .codec(z.string().max(40), z.date(), {
    decode(text, context) {
      const iso = dateOnly.safeParse(text).success ? `${text}T12:00:00.000Z` : text
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

export const Email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]{1,190}\.[^\s@.]{2,63}$/, 'must be an e-mail address')
  .meta({ type: 'string', format: 'email' })

/** The query of a paged list. `first` is the offset of its first item, 0 or 1 as the interface fixes it. */
export const PageQuery = ({ first, max, usual }: { first: 0 | 1; max: number; usual: number }) => ({
  offset: z.int().min(first).max(1_000_000_000).default(first),
  limit: z.int().min(1).max(max).default(usual),
})

export const Pagination = z
  .strictObject({
    offset: z.int(),
    limit: z.int(),
    count: z.int(),
    total_count: z.int(),
  })
  .meta({ id: 'Pagination' })

export const Errors = z
  .strictObject({ errors: z.array(z.string()) })
  .meta({ id: 'Errors', description: 'One string per problem, all problems at once.' })

/** A reply that is no JSON but a file of this type. */
export const FileReply = (mediaType: string) =>
  z.custom<Buffer>((value) => Buffer.isBuffer(value)).meta({ mediaType, type: 'string', format: 'binary' })

/** A reply in JSON that is too long to be in memory at once. */
export const StreamReply = () =>
  z
    .custom<Readable>((value) => value instanceof Readable)
    .meta({ mediaType: 'application/json', type: 'object' })

export const Message = z.strictObject({ message: z.string() }).meta({ id: 'Message' })

/** An id in a path. One that is malformed names nothing: 404, in the words of one that does not exist. */
export const PathId = (kind: string, absence = doesNotExist) =>
  Uuid.meta({ kind, absence, type: 'string', format: 'uuid' })

/**
 * A closed body: unknown fields are refused by name. `ignored` are read-only fields of the same resource, which
 * are taken and dropped, so that a fetched object can be sent back.
 */
export function Body<Shape extends z.ZodRawShape>(
  shape: Shape,
  { ignored = [] }: { ignored?: string[] } = {},
) {
  const extra = Object.fromEntries(ignored.map((field) => [field, z.unknown().optional()]))
  return z.strictObject({ ...extra, ...shape } as Shape).meta({ ignored })
}
