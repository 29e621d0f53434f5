import { writeFile } from 'node:fs/promises'
import type { BankStatementsResult, FileError, PayslipsResult } from '@payproof/sdk'
import { type CommandResult, command } from '../command.ts'
import { CliError } from '../fault.ts'
import { openProgress } from '../progress.ts'
import { dayOf, minuteOf, tableOf } from '../text.ts'
import { counted, readDocuments } from '../upload-files.ts'
import { facts, listed, listing, makeSure, message, sure } from './shared.ts'

const types = ['payslip', 'bank_statement'] as const

export const documents = [
  command({
    name: 'documents list',
    does: 'list the documents of a user, newest first',
    takes: ['USER_ID'],
    options: { ...listing, type: { kind: 'text', words: types, does: 'only this type' } },
    async run({ args, options: { limit, type } }, program) {
      const { documents: api } = await program.client()
      const filter = { user_id: args.USER_ID, ...(type && { type }) }
      return listed(limit, program, (query) => api.list({ ...filter, ...query }), {
        DOCUMENT: ({ id }) => id,
        TYPE: ({ type: kind }) => kind,
        FILE: ({ file_name }) => file_name,
        PAGES: ({ pages }) => pages,
        TRUST: ({ trust_score }) => trust_score,
        CREATED: ({ created_at }) => minuteOf(created_at),
      })
    },
  }),
  command({
    name: 'documents upload',
    does: 'upload 1 to 12 PDF files and show the extracted data',
    about:
      'The person must have accepted the term (see users authorise). Exits with 1 if a file is rejected.',
    takes: ['USER_ID'],
    rest: 'FILE',
    options: { type: { kind: 'text', words: types, does: 'type of the documents', defaultValue: 'payslip' } },
    async run({ args, rest, options }, { client, activity, wantsJson }) {
      const inputs = await readDocuments(rest)
      const { uploads } = (await client()).forUser(args.USER_ID)
      activity.pause()
      const progress = openProgress(process.stderr, inputs, { isQuiet: wantsJson })
      try {
        const files = inputs.map(({ name, bytes }, n) => ({
          name,
          data: counted(bytes, (gone) => progress.moved(n, gone)),
        }))
        return options.type === 'payslip'
          ? payslipsRead(await uploads.payslips(files))
          : statementsRead(await uploads.bankStatements(files))
      } finally {
        progress.end()
      }
    },
  }),
  command({
    name: 'documents get',
    does: 'show the details of a document',
    takes: ['DOCUMENT_ID'],
    async run({ args }, { client }) {
      const { file_contents: _, ...known } = await (await client()).documents.get(args.DOCUMENT_ID)
      return facts(known)
    },
  }),
  command({
    name: 'documents download',
    does: 'save the original file of a document, readable only by you',
    takes: ['DOCUMENT_ID'],
    options: {
      to: { kind: 'text', value: 'FILE', does: 'file to write; default: DOCUMENT_ID.pdf in this folder' },
      force: { kind: 'flag', does: 'overwrite an existing file' },
    },
    async run({ args, options: { to = `${args.DOCUMENT_ID}.pdf`, force } }, { client }) {
      const file = await (await client()).documents.getFile(args.DOCUMENT_ID)
      const bytes = new Uint8Array(await file.arrayBuffer())
      await saveFile(to, bytes, force)
      return facts({ file: to, bytes: bytes.length })
    },
  }),
  command({
    name: 'documents export',
    does: 'save a document with its corrected values for a test, readable only by you',
    about: 'npm run fixture turns the file into a test. It contains personal data: the whole document.',
    takes: ['DOCUMENT_ID'],
    options: {
      to: { kind: 'text', value: 'FILE', does: 'file to write; default: DOCUMENT_ID.json in this folder' },
      force: { kind: 'flag', does: 'overwrite an existing file' },
    },
    async run({ args, options: { to = `${args.DOCUMENT_ID}.json`, force } }, { client }) {
      const { documents: api } = await client()
      const document = await api.getFields(args.DOCUMENT_ID)
      const file = Buffer.from(await (await api.getFile(args.DOCUMENT_ID)).arrayBuffer())
      const content = {
        format: 'payproof-document-export',
        version: 1,
        document,
        file_contents: file.toString('base64'),
      }
      const text = JSON.stringify(content)
      await saveFile(to, text, force)
      return facts({ file: to, bytes: Buffer.byteLength(text) })
    },
  }),
  command({
    name: 'documents delete',
    does: 'delete a document and the data extracted from it',
    takes: ['DOCUMENT_ID'],
    options: sure,
    async run({ args, options }, program) {
      await makeSure(
        program,
        options.yes,
        `This deletes document ${args.DOCUMENT_ID} and the data extracted from it.`,
      )
      return message(await (await program.client()).documents.delete(args.DOCUMENT_ID))
    },
  }),
]

const payslipsRead = (result: PayslipsResult) =>
  read(result, result.payroll_submissions, result.payslip_errors, {
    FILE: ({ document_filename }) => document_filename,
    PAID: ({ income_information }) => dayOf(income_information.pay_date),
    EMPLOYER: ({ employment_information }) => employment_information.employer_name,
    GROSS: ({ income_information }) => income_information.earnings.gross_pay,
    NET: ({ income_information }) => income_information.earnings.net_pay,
    TRUST: ({ trust_score }) => trust_score,
  })

const statementsRead = (result: BankStatementsResult) =>
  read(result, result.bank_statement_submissions, result.bank_statement_errors, {
    FILE: ({ document_filename }) => document_filename,
    BANK: ({ account_information }) => account_information.bank_name,
    FROM: ({ statement_period }) => dayOf(statement_period.start_date),
    TO: ({ statement_period }) => dayOf(statement_period.end_date),
    OPENING: ({ balance_information }) => balance_information.opening_balance,
    CLOSING: ({ balance_information }) => balance_information.closing_balance,
    TRANSACTIONS: ({ transactions }) => transactions.length,
  })

function read<Row>(
  json: object,
  rows: Row[],
  errors: FileError[],
  columns: Parameters<typeof tableOf<Row>>[1],
): CommandResult {
  const problems = tableOf(errors, {
    'REJECTED FILE': ({ file_name }) => file_name,
    REASON: ({ error }) => error,
    CODE: ({ code }) => code,
  })
  const parts = [
    ...(rows.length > 0 ? [tableOf(rows, columns)] : []),
    ...(errors.length > 0 ? [problems] : []),
  ]
  // The results of documents that are still being processed are announced by webhook, so this is not an error.
  const isRefusal = errors.some(({ code }) => code !== 'still-processing')
  return { json, text: parts.join('\n\n') || 'No results.', isRefusal }
}

/** Writes a file that only its owner can read. */
async function saveFile(to: string, content: Uint8Array | string, force: boolean | undefined) {
  await writeFile(to, content, { mode: 0o600, flag: force ? 'w' : 'wx' }).catch((error) => {
    const why =
      error.code === 'EEXIST'
        ? 'already exists; use --force to overwrite it'
        : `cannot be written (${error.code})`
    throw new CliError('refused', `${to} ${why}`)
  })
}
