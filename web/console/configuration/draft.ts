import type { AuthorisationTerm, Catalogue, Configuration } from '@payproof/sdk'
import type { Draft } from '../../journey/preview/draft.ts'
import { isSandbox } from '../environment.ts'

type DraftSources = { term: AuthorisationTerm; logo: string | null; catalogue: Catalogue }

/** Builds a sample journey with this configuration and this term. */
export function draftOf(
  settings: Configuration,
  { term, logo, catalogue }: DraftSources,
): Omit<Draft, 'view'> {
  return {
    environment: isSandbox ? 'sandbox' : 'production',
    client: {
      name: settings.client_display_name ?? '',
      logo,
      brand_colour: settings.brand_colour ?? null,
      data_purpose: settings.data_purpose || null,
      data_purpose_cy: settings.data_purpose_cy || null,
      next_steps: settings.next_steps || null,
      next_steps_cy: settings.next_steps_cy || null,
      data_retention_months: settings.data_retention_months ?? null,
      privacy_notice_url: settings.privacy_notice_url || null,
      contact_email: settings.contact_email || null,
      contact_phone: settings.contact_phone || null,
      fca_number: settings.fca_number || null,
      ico_number: settings.ico_number || null,
    },
    // The preview of a test shows the first layout.
    consent_layout: settings.consent_layout === 'questions' ? 'questions' : 'list',
    sources: sourcesOf(settings, catalogue),
    period_months: settings.payroll_period_months ?? 12,
    recurring:
      term.authorisation_category === 'recurring'
        ? {
            frequency: settings.recurring_check_frequency || 'MONTHLY',
            ends_at: settings.recurring_check_end_date ?? null,
          }
        : null,
    term,
    catalogue,
  }
}

/**
 * Lists the sources in the order in which the service offers them. Direct connections depend on the person, so the
 * preview includes them.
 */
function sourcesOf(settings: Configuration, { providers }: Catalogue) {
  const isOn = settings.payroll_connections_enabled === true
  const offered = {
    direct: isOn && providers.some(({ is_direct }) => is_direct),
    payroll: isOn && providers.some(({ id, is_direct }) => !is_direct && id !== 'taxauth'),
    taxauth: settings.taxauth_enabled === true && providers.some(({ id }) => id === 'taxauth'),
    payslips: settings.payslip_upload_enabled === true,
    bank_statements: true,
  }
  return (Object.keys(offered) as (keyof typeof offered)[]).filter((source) => offered[source])
}
