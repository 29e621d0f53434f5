import type { IncomeReport } from './types.ts'

// Verifies income reports offline, in Node and in browsers, with nothing but the published keys.

export type ReportFormat = 'json' | 'jws' | 'pdf'

/** The content of `/.well-known/jwks.json`. */
export type ReportKeys = { readonly keys: readonly object[] }

export type VerifiedReport = {
  format: ReportFormat
  report_id: string
  /** Address of the service that signed the report. */
  issuer: string
  signed_at: string
  key_id: string
  as_of: string
  model_id: string
  /** SHA-256 of the signed report, base64url; the QR code of the PDF contains it. */
  digest: string
  /** The signed content; null for a PDF, whose bytes are verified as they are. */
  report: IncomeReport | null
}

export type ReportFault = 'not-a-report' | 'unknown-key' | 'wrong-signature' | 'changed'

const messages: Record<ReportFault, string> = {
  'not-a-report': 'The file is not an income report, or it is damaged',
  'unknown-key': 'The report was signed with a key that is not among the given keys',
  'wrong-signature': 'The signature is wrong',
  changed: 'The file was changed after it was signed',
}

/** A report that must not be relied on. */
export class ReportError extends Error {
  readonly reason: ReportFault

  constructor(reason: ReportFault) {
    super(messages[reason])
    this.name = 'ReportError'
    this.reason = reason
  }
}

const reportType = 'payproof-report+jws'
const reportPdfType = 'payproof-report-pdf+jws'
const sealPrefix = '%payproof-report '
/** The seal is the last line of a PDF and is shorter than this. */
const maxSealBytes = 1_024
const jwsForm = /^[\w-]+\.[\w-]+\.[\w-]+$/

type ReportClaims = { iss: string; iat: number; report: IncomeReport }
type PdfClaims = {
  iss: string
  iat: number
  report_id: string
  as_of: string
  model_id: string
  report_sha256: string
  pdf_sha256: string
}

/** Verifies a report as JSON, JWS or PDF. Throws a ReportError unless every byte is as it was signed. */
export async function verifyReport(bytes: Uint8Array, keys: ReportKeys): Promise<VerifiedReport> {
  if (latin1(bytes.subarray(0, 5)) === '%PDF-') return verifyPdf(bytes, keys)
  const text = decode(bytes)
  // A JWS that was saved by a shell ends with a line break.
  const line = text.endsWith('\n') ? text.slice(0, -1) : text
  if (jwsForm.test(line)) return verifyJws('jws', line, keys)
  const signed = parse(text) as { report?: unknown; jws?: unknown }
  if (typeof signed?.jws !== 'string' || Object.keys(signed).length !== 2)
    throw new ReportError('not-a-report')
  const verified = await verifyJws('json', signed.jws, keys)
  if (!isSame(signed.report, verified.report)) throw new ReportError('changed')
  return verified
}

async function verifyJws(format: ReportFormat, jws: string, keys: ReportKeys): Promise<VerifiedReport> {
  const { claims, key_id } = await openJws<ReportClaims>(jws, reportType, keys)
  const { report, iss, iat } = claims
  return {
    format,
    report_id: report.report_id,
    issuer: iss,
    signed_at: timeOf(iat),
    key_id,
    as_of: report.income.as_of,
    model_id: report.income.model_id,
    digest: await sha256(new TextEncoder().encode(jws)),
    report,
  }
}

async function verifyPdf(bytes: Uint8Array, keys: ReportKeys): Promise<VerifiedReport> {
  const tail = latin1(bytes.subarray(-maxSealBytes))
  const at = tail.lastIndexOf(`\n${sealPrefix}`) + 1
  if (at === 0 || !tail.endsWith('\n')) throw new ReportError('not-a-report')
  const { claims, key_id } = await openJws<PdfClaims>(
    tail.slice(at + sealPrefix.length, -1),
    reportPdfType,
    keys,
  )
  const { iss, iat, report_id, as_of, model_id, report_sha256, pdf_sha256 } = claims
  const content = bytes.subarray(0, bytes.length - tail.length + at)
  if ((await sha256(content)) !== pdf_sha256) throw new ReportError('changed')
  return {
    format: 'pdf',
    report_id,
    issuer: iss,
    signed_at: timeOf(iat),
    key_id,
    as_of,
    model_id,
    digest: report_sha256,
    report: null,
  }
}

async function openJws<Claims>(jws: string, typ: string, { keys }: ReportKeys) {
  const [head = '', body = '', signature = ''] = jws.split('.')
  if (!jwsForm.test(jws)) throw new ReportError('not-a-report')
  const header = parse(decode(fromBase64url(head))) as { alg?: string; kid?: string; typ?: string }
  if (header?.typ !== typ || header.alg !== 'EdDSA' || !header.kid) throw new ReportError('not-a-report')
  const key = (keys as readonly { kid?: string; kty?: string; crv?: string; x?: string }[]).find(
    ({ kid }) => kid === header.kid,
  )
  if (key?.kty !== 'OKP' || key.crv !== 'Ed25519' || !key.x) throw new ReportError('unknown-key')
  const jwk = { kty: key.kty, crv: key.crv, x: key.x }
  const known = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify'])
  const text = new TextEncoder().encode(`${head}.${body}`)
  if (!(await crypto.subtle.verify('Ed25519', known, fromBase64url(signature), text)))
    throw new ReportError('wrong-signature')
  return { claims: parse(decode(fromBase64url(body))) as Claims, key_id: header.kid }
}

const timeOf = (seconds: number) => new Date(seconds * 1_000).toISOString()

async function sha256(bytes: Uint8Array) {
  // A copy, because WebCrypto does not take views of shared memory.
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))))
}

function decode(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ReportError('not-a-report')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ReportError('not-a-report')
  }
}

const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

const toBase64url = (bytes: Uint8Array) =>
  btoa(latin1(bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Rejects texts that decode to the same bytes as the canonical one: they would be a change that goes unnoticed. */
function fromBase64url(text: string) {
  const padded = text.replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Uint8Array.from(binaryOf(padded), (letter) => letter.charCodeAt(0))
  if (toBase64url(bytes) !== text) throw new ReportError('wrong-signature')
  return bytes
}

function binaryOf(base64: string) {
  try {
    return atob(base64)
  } catch {
    throw new ReportError('not-a-report')
  }
}

/** Compares two JSON values, regardless of the order of keys. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) && isSame(one[key as keyof typeof one], other[key as keyof typeof other]),
    )
  )
}
