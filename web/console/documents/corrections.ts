import type { DocumentFields } from '@payproof/sdk'

// Corrections of extracted values by members.

type Correction = NonNullable<DocumentFields['fields'][number]['correction']>

export const actionNames: Record<Correction['action'] | 'restored', string> = {
  corrected: 'Corrected',
  confirmed: 'Confirmed',
  restored: 'Restored',
}

/** Returns the name of the member who last changed a field. */
export function authorOf({ correction_history }: DocumentFields, path: string) {
  const last = correction_history.findLast((event) => event.path === path)
  return nameOfAuthor(last?.by)
}

type HistoryAuthor = DocumentFields['correction_history'][number]['by']

export const nameOfAuthor = (by: HistoryAuthor | undefined) =>
  by?.name ?? (by?.kind === 'api_key' ? 'the API' : 'a former member')

const dayPath = /(^|[._])(date|date_of_birth|pay_interval_start|pay_interval_end)$/

export const formatOf = (path: string) =>
  dayPath.test(path) ? 'day' : path.endsWith('.pay_frequency') ? 'frequency' : 'text'

const requiredPath =
  /^transactions\.|_elements\.\d+\.(amount|description)$|^income_information\.(pay_date|earnings\.net_pay)$/

/** Whether every document of its type has the value, so that it cannot be left empty. */
export const isRequired = (path: string) => requiredPath.test(path)

export const frequencyOptions = [
  { value: '', label: 'Not on the document' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'fortnightly', label: 'Fortnightly' },
  { value: 'four_weekly', label: 'Four-weekly' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'quarterly', label: 'Quarterly' },
  { value: 'annual', label: 'Annual' },
  { value: 'irregular', label: 'Irregular' },
]

/** The API returns days of payslips as noon UTC. */
export const inputValue = (value: DocumentFields['fields'][number]['value']) =>
  String(value ?? '').replace(/^(\d{4}-\d\d-\d\d)T.*$/, '$1')
