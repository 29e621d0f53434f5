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
  /** With the parameters user_id and submission_id. */
  url: string
  /** Name of the kind in error messages. */
  subject: string
  /** The claim `kind` of a signed copy. */
  kind: string
  auditAction: string
  /** Undefined if there is no such submission. */
  trace(
    tx: Tx,
    submission: { user_id: string; id: string },
  ): Promise<{ submission: object; provenance: z.output<typeof SubmissionProvenance> } | undefined>
  docs: { provenance: OperationDocs; signed: OperationDocs }
}

/** Provenance of a submission, and a signed copy of both, for one kind of submission. */
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
    config: { caller: 'client' },
    schema: { ...docs.provenance, tags, params, response: { 200: SubmissionProvenance } },
    async handler({ tenant, params: { user_id, submission_id: id } }) {
      return (await readProvenance(tenant, { user_id, id })).provenance
    },
  })

  server.route({
    method: 'GET',
    url: `${url}/signed`,
    config: { caller: 'client' },
    schema: { ...docs.signed, tags, params, response: { 200: SignedSubmission } },
    async handler({ tenant, params: { user_id, submission_id: id } }) {
      const traced = await readProvenance(tenant, { user_id, id })
      const claims = { user_id, kind, ...traced }
      return { jws: await attestations.sign(claims, new Date()) }
    },
  })
}
