/**
 * The description that SDKs in other languages are emitted from. It contains no OpenAPI and nothing of a language:
 * `describe.ts` resolves the document once, and an emitter only writes the result.
 */
export type SdkDescription = {
  /** Version of the API document. */
  version: string
  models: ModelDescription[]
  aliases: Alias[]
  groups: OperationGroup[]
  events: WebhookEventDescription[]
  /** Codes of the header X-Svc-Error-Code. A newer API may return others. */
  errorCodes: string[]
}

export type TypeDescription =
  | { kind: 'text' | 'date' | 'time' | 'integer' | 'number' | 'boolean' | 'file' | 'any' | 'object' }
  /** Decimal text with two decimals. Money is never a binary fraction. `grouped`: with thousands separators. */
  | { kind: 'decimal'; isGrouped: boolean }
  | { kind: 'literal'; values: (string | number | boolean)[] }
  /** A reference to a model or an alias. */
  | { kind: 'named'; name: string }
  | { kind: 'list'; items: TypeDescription }
  | { kind: 'tuple'; items: TypeDescription[] }
  | { kind: 'map'; values: TypeDescription }
  | { kind: 'union'; members: TypeDescription[] }
  | { kind: 'nullable'; of: TypeDescription }

export type Field = {
  /** Name on the wire. */
  name: string
  type: TypeDescription
  /** Whether a request must have the field. One with a default is optional. */
  isRequiredInRequests: boolean
  /** Whether every reply has the field. */
  isRequiredInReplies: boolean
  description: string
}

/** Usage of a type. A type in requests is written by the client, one in replies is read by it. */
export type Usage = { isInRequests: boolean; isInReplies: boolean }

/** An object with named fields. */
export type ModelDescription = Usage & {
  name: string
  description: string
  fields: Field[]
  /** Type of fields without a name of their own; undefined if there are none. */
  additional: TypeDescription | undefined
}

/** A name for a type that is not an object, such as a list of allowed texts. */
export type Alias = Usage & { name: string; description: string; type: TypeDescription }

export type ParameterDescription = {
  /** Name on the wire. */
  name: string
  type: TypeDescription
  isRequired: boolean
  description: string
}

/** Name of the array in a list page, and how the next page is requested. */
export type PagingDescription = {
  field: string
  item: TypeDescription
  maxLimit: number
  /** `firstOffset` is 0 or 1. */
  by: { kind: 'cursor' } | { kind: 'offset'; firstOffset: number }
}

export type CredentialDescription = 'apiKey' | 'memberToken' | 'userToken' | 'public'

export type OperationDescription = {
  id: string
  /** Name of the method inside its group, in camelCase. */
  name: string
  method: string
  /** Path template; parameters are in braces and in the order of `pathParameters`. */
  path: string
  summary: string
  description: string
  callers: CredentialDescription[]
  pathParameters: ParameterDescription[]
  queryParameters: ParameterDescription[]
  /** Without Idempotency-Key, which SDKs send themselves. */
  headers: ParameterDescription[]
  body: { type: TypeDescription; isOptional: boolean } | undefined
  /** Whether the operation accepts an Idempotency-Key, which makes it safe to retry. */
  takesKey: boolean
  reply: TypeDescription
  paging: PagingDescription | undefined
}

/** Operations of one noun. */
export type OperationGroup = { name: string; operations: OperationDescription[] }

export type WebhookEventDescription = { name: string; description: string; model: string }
