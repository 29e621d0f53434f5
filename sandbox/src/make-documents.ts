import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openClock } from './clock.ts'
import { bulkKinds, generateDocuments } from './documents/bulk-generation.ts'
import { tamperKinds } from './documents/tampering/tamper-kinds.ts'

const usage = `npm run sandbox:documents -- --count 1000 --out FOLDER
  [--seed WORD] [--until 2026-10-31] [--kinds payslip,statement,other] [--producer library|chromium] [--scan]
  [--layouts fixed|random]
  [--tamper ${['some', ...tamperKinds].join('|')}]
`

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    count: text,
    out: text,
    seed: text,
    until: text,
    kinds: text,
    producer: text,
    tamper: text,
    layouts: text,
    scan: { type: 'boolean', default: false },
  },
})

const parsed = z
  .object({
    count: z.coerce.number().int().min(1).max(1_000_000).default(1000),
    out: z.string().min(1),
    seed: z.string().default('payproof'),
    until: z.iso.date().default(openClock().today()),
    kinds: z
      .string()
      .default('payslip,statement')
      .transform((list) => list.split(','))
      .pipe(z.array(z.enum(bulkKinds)).min(1)),
    producer: z.enum(['library', 'chromium']).default('library'),
    layouts: z.enum(['fixed', 'random']).default('fixed'),
    scan: z.boolean(),
    tamper: z
      .enum(['some', ...tamperKinds])
      .nullable()
      .default(null),
  })
  .safeParse(values)

if (parsed.success) {
  const { scan: isScanned, ...options } = parsed.data
  const { count, seconds } = await generateDocuments({ ...options, isScanned })
  process.stdout.write(
    `${count} documents in ${seconds.toFixed(1)} s (${Math.round((60 * count) / seconds)} a minute), seed ${options.seed}, until ${options.until}\n`,
  )
} else {
  process.stdout.write(`${z.prettifyError(parsed.error)}\n\n${usage}`)
  process.exitCode = 2
}
