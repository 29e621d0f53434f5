import type { IncomeSummary, JourneyNote } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { api, queries } from '../api.ts'

/** Loads the income summary of a user. Needs the role FullMember. */
export const useIncomeSummary = (user_id: string, isEnabled = true) =>
  useQuery({
    queryKey: ['users', user_id, 'income summary'],
    staleTime: 60_000,
    enabled: isEnabled,
    queryFn: ({ signal }) => api.income.get(user_id, {}, { signal }),
  })

/** Loads the working of the income summary, which has the reasons of included documents. */
export const useIncomeWorking = (user_id: string, isEnabled = true) =>
  useQuery({
    queryKey: ['users', user_id, 'income working'],
    staleTime: 60_000,
    enabled: isEnabled,
    queryFn: ({ signal }) => api.income.getWorking(user_id, {}, { signal }),
  })

/** Reloads all data of a user, and lists that mark users, after a document was included, checked or left out. */
export function reloadUser(user_id: string) {
  for (const queryKey of [['users', user_id], ['users', 'flags'], ['attention'], ['reviews']])
    void queries.invalidateQueries({ queryKey })
}

export type SummaryFinding = IncomeSummary['findings'][number]

/** Returns the ids of the low-trust documents that are in no figure. */
export const excludedDocuments = ({ findings }: IncomeSummary) =>
  new Set(findings.flatMap(({ code, document_id }) => (code === 'document-low-trust' && document_id) || []))

/** Returns the ids of the unread documents that the team has checked. */
export const checkedDocuments = ({ findings }: IncomeSummary) =>
  new Set(
    findings.flatMap(({ code, document_id }) => (code === 'unread-document-checked' && document_id) || []),
  )

/** Returns the applicant's notes by the submission they are about. */
export function notesBySubmission({ notes }: IncomeSummary) {
  const bySubmission = new Map<string, JourneyNote[]>()
  for (const note of notes)
    bySubmission.set(note.submission_id, [...(bySubmission.get(note.submission_id) ?? []), note])
  return bySubmission
}
