import { must, type TenantFixture } from '../fixture.ts'
import { type MatrixEntry, shapes } from './entry.ts'

// Income summaries and reports.

/** Only documents with a Low trust score can be included. */
const distrustDocuments = ({ api }: TenantFixture) => api.sql("update documents set trust_score = 'Low'")

async function includeDocuments(fixture: TenantFixture) {
  await distrustDocuments(fixture)
  for (const name of ['acme', 'rival'] as const) {
    const { user_id, document_id } = fixture[name].ids
    const path = `/users/${user_id}/income/inclusions/${document_id}`
    await must(fixture.api[name], 'PUT', path, { reason: 'checked by hand' })
  }
}

const atIncome = (way: string) =>
  shapes('client FullMember read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/income${way}` }),
  })

const atReport = (way: string) =>
  shapes('client FullMember read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/report${way}` }),
  })

/** Removes the links of earlier calls, because a user has at most 20 open ones. */
const clearReportLinks = ({ api, acme }: TenantFixture) =>
  api.sql('delete from report_links where user_id = $1 and id <> $2', [
    acme.ids.user_id,
    acme.ids.report_link_id,
  ])

async function freshReportLink(fixture: TenantFixture) {
  await clearReportLinks(fixture)
  const { api, acme } = fixture
  const link = await must(api.acme, 'POST', `/users/${acme.ids.user_id}/report/links`, {})
  return { report_link_id: link.link_id as string }
}

export const incomeEntries: Record<string, MatrixEntry> = {
  getIncome: atIncome(''),
  getIncomeWorking: atIncome('/working'),
  includeIncomeDocument: shapes('client FullMember write +Underwriter', {
    names: ['user_id', 'document_id'],
    before: distrustDocuments,
    request: ({ user_id, document_id }) => ({
      path: `/users/${user_id}/income/inclusions/${document_id}`,
      body: { reason: 'The employer confirmed it.' },
    }),
  }),
  excludeIncomeDocument: shapes('client FullMember write +Underwriter', {
    names: ['user_id', 'document_id'],
    before: includeDocuments,
    request: ({ user_id, document_id }) => ({ path: `/users/${user_id}/income/inclusions/${document_id}` }),
  }),
  getReport: atReport(''),
  getReportFile: atReport('/file'),
  createReportLink: shapes('client FullMember write +Underwriter', {
    names: ['user_id'],
    before: clearReportLinks,
    request: ({ user_id }) => ({ path: `/users/${user_id}/report/links`, body: {} }),
  }),
  listReportLinks: atReport('/links'),
  revokeReportLink: shapes('client FullMember write +Underwriter', {
    names: ['user_id', 'report_link_id'],
    fresh: freshReportLink,
    request: ({ user_id, report_link_id }) => ({ path: `/users/${user_id}/report/links/${report_link_id}` }),
  }),
}
