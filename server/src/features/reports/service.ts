import { hash } from 'node:crypto'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Environment } from '../../platform/environment.ts'
import { type Attestations, reportPdfType, reportType } from '../../platform/secrets/attestations.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { newUuidV7 } from '../../platform/time/uuid-v7.ts'
import { dayOf } from '../../vocabulary/days.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import { readConfiguration } from '../configuration/service.ts'
import { listDocumentOrigins } from '../documents/service.ts'
import { calculateIncome } from '../income/service.ts'
import type { LogoImage, LogoImages } from '../journeys/pages/logo-images.ts'
import { requireUser } from '../users/service.ts'
import { renderPdf } from './pdf/render.ts'
import { appendSeal } from './pdf/seal.ts'
import type { ReportContent } from './schemas.ts'

export type ReportDeps = {
  attestations: Attestations
  environment: Environment
  clock: Clock
  logos: LogoImages
  baseUrl: string
}

export type ReportRequest = { user_id: string; as_of?: Day | undefined; commitments?: string | undefined }

const defaultClientName = 'Payproof'

/**
 * Creates and signs a report. It is not stored: the signature is enough to prove later what it said. Signing happens
 * after the transaction, because it may need a connection of its own.
 */
export async function createReport(tenant: Tenant, deps: ReportDeps, request: ReportRequest) {
  const as_of = request.as_of ?? dayOf(deps.clock.now(tenant.clientId))
  const { report, logoUrl } = await tenant.transaction(async (tx) => {
    audit(tx, 'report.created', request.user_id)
    return {
      report: await buildReport(tx, deps, { ...request, as_of }),
      logoUrl: (await readConfiguration(tx)).client_logo,
    }
  })
  const jws = await deps.attestations.sign({ report }, new Date(report.created_at), reportType)
  return { report, jws, logoUrl }
}

async function buildReport(
  tx: Tx,
  deps: ReportDeps,
  { user_id, as_of, commitments }: ReportRequest & { as_of: Day },
) {
  await requireUser(tx, user_id)
  const { person, income, working } = await calculateIncome(tx, {
    user_id,
    as_of,
    commitments,
  })
  const { client_display_name } = await readConfiguration(tx)
  const { forename, surname, date_of_birth, ext_id } = person
  const report = {
    report_id: newUuidV7(),
    created_at: new Date(),
    environment: deps.environment,
    client: { name: client_display_name ?? defaultClientName },
    person: {
      user_id,
      name: [forename, surname].filter(Boolean).join(' '),
      date_of_birth: date_of_birth ? dayOf(new Date(date_of_birth)) : null,
      reference: ext_id ?? null,
    },
    income,
    working,
    documents: (await listDocumentOrigins(tx, user_id)).map((each) => ({
      ...each,
      corrected_values:
        income.corrections.find(({ document_id }) => document_id === each.document_id)?.corrected_values ?? 0,
    })),
  }
  return JSON.parse(JSON.stringify(report)) as ReportContent
}

/** Digest of a signed report. The QR code on the PDF carries it, so that it identifies exactly one report. */
export const digestOf = (jws: string) => hash('sha256', jws, 'base64url')

/** Renders the PDF of a signed report, with the signed report attached, and appends a signature over its bytes. */
export async function createPdf(
  { attestations, logos, baseUrl }: Pick<ReportDeps, 'attestations' | 'logos' | 'baseUrl'>,
  { report, jws, logoUrl }: { report: ReportContent; jws: string; logoUrl: string | null },
) {
  const digest = digestOf(jws)
  const pdf = await renderPdf(report, {
    jws,
    digest,
    verifyUrl: `${baseUrl}/verify-report#${digest}`,
    logo: await printableLogo(logos, logoUrl),
  })
  const { report_id, created_at, income } = report
  return appendSeal(pdf, (sha256) =>
    attestations.sign(
      {
        report_id,
        as_of: income.as_of,
        model_id: income.model_id,
        report_sha256: digest,
        pdf_sha256: sha256,
      },
      new Date(created_at),
      reportPdfType,
    ),
  )
}

/** PDF has no WebP and no SVG; a report without a logo shows the client's name only. */
async function printableLogo(logos: LogoImages, url: string | null): Promise<LogoImage | undefined> {
  const logo = url ? await logos.find(url) : undefined
  return logo && (logo.type === 'image/png' || logo.type === 'image/jpeg') ? logo : undefined
}
