import { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Server } from '../../platform/http/server.ts'
import { PathId } from '../../platform/http/wire.ts'
import { notFound } from '../../platform/problem.ts'
import type { Attestations } from '../../platform/secrets/attestations.ts'
import { SignedSubmission, SubmissionProvenance } from './provenance.ts'

type OperationDocs = { operationId: string; summary: string; description?: string }

type TracedKind = {
  tags: string[]
  /** Must contain the parameters user_id and submission_id. */
  url: string
  /** Name of this kind of submission in error messages. */
  subject: string
  /** Value of the claim `kind` in a signed copy. */
  kind: string
  auditAction: string
  /** Returns undefined if the submission does not exist. */
  trace(
    tx: Tx,
    submission: { user_id: string; id: string },
  ): Promise<{ submission: object; provenance: z.output<typeof SubmissionProvenance> } | undefined>
  docs: { provenance: OperationDocs; signed: OperationDocs }
}

/**
 * Adds two routes for one kind of submission: the provenance of a submission, and a signed copy of the submission
 * with its provenance.
 */
export function provenanceRoutes(server: Server, attestations: Attestations, tracedKind: TracedKind) {
  const { tags, url, subject, kind, auditAction, trace, docs } = tracedKind
  const params = z.object({ user_id: PathId('User'), submission_id: PathId(subject) })

  const readProvenance = (tenant: Tenant, { user_id, id }: { user_id: string; id: string }) =>
    tenant.transaction(async (tx) => {
      const traced = await trace(tx, { user_id, id })
      if (!traced) throw notFound(subject, id)
      audit(tx, auditAction, id)
      return { submission: traced.submission, provenance: traced.provenance }
    })

  server.route({
    method: 'GET',
    url,
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: { ...docs.provenance, tags, params, response: { 200: SubmissionProvenance } },
    async handler({ tenant, params: { user_id, submission_id: id } }) {
      return (await readProvenance(tenant, { user_id, id })).provenance
    },
  })

  server.route({
    method: 'GET',
    url: `${url}/signed`,
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: { ...docs.signed, tags, params, response: { 200: SignedSubmission } },
    async handler({ tenant, params: { user_id, submission_id: id } }) {
      const traced = await readProvenance(tenant, { user_id, id })
      const claims = { user_id, kind, ...traced }
      return { jws: await attestations.sign(claims, new Date()) }
    },
  })
}
