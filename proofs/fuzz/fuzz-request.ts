import type { FuzzedOperation } from './api-document.ts'
import type { FuzzCredential } from './credentials.ts'

/** A request before it is sent. Mutations change it in place. */
export type FuzzRequest = {
  operation: FuzzedOperation
  credential: FuzzCredential
  method: string
  /** Values of the path parameters, already percent-encoded. */
  pathValues: Record<string, string>
  /** Encoded pairs; a name may occur more than once. */
  query: [name: string, value: string][]
  headers: [name: string, value: string][]
  /** Parsed body; undefined if there is none or only bytes. */
  body: unknown
  bytes: Buffer | undefined
  mutations: string[]
}
