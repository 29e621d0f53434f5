import { attempt, type Fetch } from './attempt.ts'
import type { Patience } from './calls.ts'
import { PayproofError } from './errors.ts'
import type { BankStatementsApi, PayrollApi } from './operations.ts'
import { withRetries } from './retry.ts'
import type { BankStatementsResult, PayslipsResult, PresignedUpload, SubmittedFiles } from './types.ts'

export type UploadFile = {
  /** File name, used to report a problem with the file. */
  name: string
  /** Content of a PDF of at most 10 MB. */
  data: Blob | Uint8Array<ArrayBuffer> | ArrayBuffer
  /** Your own id for the document. */
  external_id?: string
  /** Keep the document for manual review if it is recognised but cannot be read. Defaults to false. */
  manual_review?: boolean
}

export type UploadOptions = Patience & {
  signal?: AbortSignal
  /** Authorisation to use; defaults to the user's newest valid one. */
  authorisationId?: string
  /** Called after each file is uploaded. */
  onUploaded?: (file: UploadFile) => void
}

export interface Uploads {
  /** Uploads 1 to 12 payslips and extracts their data. Rejected files are listed in `payslip_errors`. */
  payslips(files: readonly UploadFile[], options?: UploadOptions): Promise<PayslipsResult>
  /**
   * Uploads 1 to 12 bank statements and extracts their data. Rejected files are listed in
   * `bank_statement_errors`.
   */
  bankStatements(files: readonly UploadFile[], options?: UploadOptions): Promise<BankStatementsResult>
}

type Groups = { payroll: PayrollApi; bankStatements: BankStatementsApi }

const defaults = { timeoutMs: 300_000, retries: 2 }

/** The three steps of every upload: request presigned URLs, upload the files, submit them. */
export function openUploads({ payroll, bankStatements }: Groups, fetch: Fetch): Uploads {
  const upload =
    <T>(
      presign: PayrollApi['presignPayslips'] | BankStatementsApi['presign'],
      submit: (body: SubmittedFiles, options: ReturnType<typeof callOptions>) => Promise<T>,
    ) =>
    async (files: readonly UploadFile[], options: UploadOptions = {}) => {
      const presignRequests = files.map(({ name, external_id }) => ({
        file_name: name,
        ...(external_id && { external_id }),
      }))
      const { presigned_urls } = await presign({ files: presignRequests }, callOptions(options))
      await Promise.all(
        files.map(async (file, n) => {
          await put(fetch, file, presigned_urls[n] as PresignedUpload, options)
          options.onUploaded?.(file)
        }),
      )
      const submitted = presigned_urls.map(({ path }, n) => ({
        path,
        ...(files[n]?.manual_review && { manual_review: true }),
      }))
      return submit({ files: submitted }, callOptions(options))
    }
  return {
    payslips: upload(payroll.presignPayslips, payroll.submitPayslips),
    bankStatements: upload(bankStatements.presign, bankStatements.submit),
  }
}

const callOptions = ({ signal, authorisationId }: UploadOptions) => ({
  ...(signal && { signal }),
  ...(authorisationId && { headers: { 'x-svc-authorisation-id': authorisationId } }),
})

/** Signed headers of servers of an earlier version, which do not return them. */
const earlierHeaders = { 'content-type': 'application/pdf', 'if-none-match': '*' }

async function put(
  fetch: Fetch,
  { data }: UploadFile,
  { presigned_url: url, headers }: PresignedUpload,
  options: UploadOptions,
) {
  const { timeoutMs = defaults.timeoutMs, retries = defaults.retries, signal } = options
  // The presigned URL accepts a single upload, with exactly its signed headers.
  const request = {
    operation: 'upload',
    url,
    init: { method: 'PUT', headers: headers ?? earlierHeaders, body: data },
    timeoutMs,
    signal,
  }
  await withRetries({ retries, isSafe: true, signal }, async (n) => {
    try {
      await attempt(fetch, request, async () => undefined)
    } catch (error) {
      if (!(error instanceof PayproofError) || error.status === undefined) throw error
      // 412 on a retry means that an earlier attempt, whose response was lost, has stored the file.
      if (error.status === 412 && n > 0) return
      throw error.status < 500 ? refused(error.status) : error
    }
  })
}

const refused = (status: number) =>
  new PayproofError({
    operation: 'upload',
    code: 'upload-refused',
    status,
    errors: ['The store has refused the file: the address is used up, too old, or the file is too large'],
  })
