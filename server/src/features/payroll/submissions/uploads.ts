import type { z } from 'zod'
import { audit, type Tenant } from '../../../platform/database/tenancy.ts'
import type { TaskEnd } from '../../../platform/tasks/wait-for-end.ts'
import {
  presentProblems,
  readOutcome,
  requestExtraction,
  type SubmittedFiles,
} from '../../documents/extraction-requests.ts'
import { listAllSubmissions } from '../queries.ts'
import type { PayslipsResult } from '../schemas.ts'
import { readPayslips } from '../tasks.ts'
import { presentRows } from './open-submissions.ts'

type FileList = SubmittedFiles['files']

/** Schedules the extraction of submitted files. Returns the id of the task to wait for. */
export const requestPayslips = (request: Parameters<typeof requestExtraction>[0], files: FileList) =>
  requestExtraction(request, 'payslip', files, (tx, input, options) =>
    readPayslips.schedule(tx, input, options),
  )

export function readUploaded(
  tenant: Tenant,
  { userId, files }: { userId: string; files: FileList },
  end: TaskEnd | undefined,
): Promise<z.output<typeof PayslipsResult>> {
  const outcome = readOutcome(end, userId)
  return tenant.transaction(async (tx) => {
    const entry_id = typeof outcome?.entry_id === 'string' ? outcome.entry_id : null
    const rows = entry_id === null ? [] : await listAllSubmissions(tx, { entry: entry_id })
    audit(tx, 'payroll.read', userId)
    return {
      account_id: null,
      entry_id,
      authorisation_id: outcome ? String(outcome.authorisation_id) : null,
      payroll_submissions: await presentRows(tx, userId, rows),
      payslip_errors: await presentProblems(tx, userId, files, outcome),
    }
  })
}
