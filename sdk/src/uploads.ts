import { attempt, type Fetch } from './attempt.ts'
import type { Patience } from './calls.ts'
import { PayproofError } from './errors.ts'
import type { BankStatementsApi, DocumentsApi, PayrollApi } from './operations.ts'
import { withRetries } from './retry.ts'
import type { BankStatementsResult, PayslipsResult, PresignedUpload } from './types.ts'

export type UploadFile = {
  /** Used to report a problem with the file. */
  name: string
  /** A PDF of at most 10 MB. */
  data: Blob | Uint8Array<ArrayBuffer> | ArrayBuffer
  /** Your own id for the document. */
  external_id?: string
}

export type UploadOptions = Patience & {
  signal?: AbortSignal
  /** The authorisation to use; by default the user's newest valid one. */
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

type Groups = { documents: DocumentsApi; payroll: PayrollApi; bankStatements: BankStatementsApi }

const defaults = { timeoutMs: 300_000, retries: 2 }

/** The three steps of every upload: request presigned URLs, upload the files, submit them. */
export function openUploads({ documents, payroll, bankStatements }: Groups, fetch: Fetch): Uploads {
  const upload =
    <T>(
      presign: DocumentsApi['presignPayslips'] | DocumentsApi['presignBankStatements'],
      submit: (body: { files: { path: string }[] }, options: ReturnType<typeof callOptions>) => Promise<T>,
    ) =>
    async (files: readonly UploadFile[], options: UploadOptions = {}) => {
      const asked = files.map(({ name, external_id }) => ({
        file_name: name,
        ...(external_id && { external_id }),
      }))
      const { presigned_urls } = await presign({ files: asked }, callOptions(options))
      await Promise.all(
        files.map(async (file, n) => {
          await put(fetch, file, presigned_urls[n] as PresignedUpload, options)
          options.onUploaded?.(file)
        }),
      )
      return submit({ files: presigned_urls.map(({ path }) => ({ path })) }, callOptions(options))
    }
  return {
    payslips: upload(documents.presignPayslips, payroll.submitPayslips),
    bankStatements: upload(documents.presignBankStatements, bankStatements.submit),
  }
}

const callOptions = ({ signal, authorisationId }: UploadOptions) => ({
  ...(signal && { signal }),
  ...(authorisationId && { headers: { 'x-svc-authorisation-id': authorisationId } }),
})

async function put(
  fetch: Fetch,
  { data }: UploadFile,
  { presigned_url: url }: PresignedUpload,
  options: UploadOptions,
) {
  const { timeoutMs = defaults.timeoutMs, retries = defaults.retries, signal } = options
  // The presigned URL accepts one file, once, with exactly these signed headers.
  const headers = { 'content-type': 'application/pdf', 'if-none-match': '*' }
  const request = {
    operation: 'upload',
    url,
    init: { method: 'PUT', headers, body: data },
    timeoutMs,
    signal,
  }
  await withRetries({ retries, isSafe: true, signal }, async (n) => {
    try {
      await attempt(fetch, request, async () => undefined)
    } catch (error) {
      if (!(error instanceof PayproofError) || error.status === undefined) throw error
      // 412 on a retry: an earlier attempt, whose response was lost, stored the file.
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
