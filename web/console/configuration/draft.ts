import type { AuthorisationTerm, Catalogue, Configuration } from '@payproof/sdk'
import type { Draft } from '../../journey/preview/draft.ts'
import { isSandbox } from '../environment.ts'

type Parts = { term: AuthorisationTerm; logo: string | null; catalogue: Catalogue }

/** A sample journey with this configuration and this term. */
export function draftOf(settings: Configuration, { term, logo, catalogue }: Parts): Omit<Draft, 'view'> {
  return {
    environment: isSandbox ? 'sandbox' : 'production',
    client: {
      name: settings.client_display_name ?? '',
      logo,
      brand_colour: settings.brand_colour ?? null,
    },
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

/** In the order the service offers them. Direct connections depend on the person, so they are included. */
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
