import { isIP } from 'node:net'

type HeaderCheck = (value: string) => boolean

const matches =
  (pattern: RegExp): HeaderCheck =>
  (value) =>
    pattern.test(value)
const isIpAddress: HeaderCheck = (value) => isIP(decodeURIComponent(value)) !== 0
const isUuid = matches(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i)
const size = 'width=\\d+&height=\\d+'
const pair = '[^&=,]+=[^&=,]*'
const pairs = matches(new RegExp(`^${pair}(&${pair})*$`))
const isTimestamp = matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)

/** Public IP address of the server that forwards, and of the client before it. */
const isForwarded: HeaderCheck = (value) =>
  value.split(',').every((hop) => {
    const [, by = '', from = ''] = /^by=([^&]+)&for=([^&]+)$/.exec(hop) ?? []
    return isIpAddress(by) && isIpAddress(from)
  })

/** Headers of a web application behind a server, with their documented formats. */
const webAppHeaders: Record<string, HeaderCheck> = {
  'gov-client-browser-js-user-agent': matches(/^[\x20-\x7e]+$/),
  'gov-client-device-id': isUuid,
  'gov-client-multi-factor': matches(/^type=(TOTP|AUTH_CODE|OTHER)&timestamp=[^&]+&unique-reference=[^&]+$/),
  'gov-client-public-ip': isIpAddress,
  'gov-client-public-ip-timestamp': isTimestamp,
  'gov-client-public-port': (value) =>
    /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65_535 && !['80', '443'].includes(value),
  'gov-client-screens': matches(
    new RegExp(
      `^${size}&scaling-factor=[\\d.]+&colour-depth=\\d+(,${size}&scaling-factor=[\\d.]+&colour-depth=\\d+)*$`,
    ),
  ),
  'gov-client-timezone': matches(/^UTC[+-](0\d|1[0-4]):[0-5]\d$/),
  'gov-client-user-ids': pairs,
  'gov-client-window-size': matches(new RegExp(`^${size}$`)),
  'gov-vendor-forwarded': isForwarded,
  'gov-vendor-license-ids': pairs,
  'gov-vendor-product-name': matches(/^[\x21-\x7e]+$/),
  'gov-vendor-public-ip': isIpAddress,
  'gov-vendor-version': pairs,
}

/** Headers that a batch process without a person can send. */
const batchHeaders = Object.fromEntries(
  Object.entries(webAppHeaders).filter(([name]) =>
    [
      'gov-vendor-product-name',
      'gov-vendor-version',
      'gov-vendor-license-ids',
      'gov-vendor-public-ip',
    ].includes(name),
  ),
)

/** Headers that may be missing if HMRC agreed to it; they cause warnings instead of errors. */
const negotiable = [
  'gov-client-multi-factor',
  'gov-vendor-license-ids',
  'gov-client-public-port',
  'gov-vendor-public-ip',
]

const headersByMethod: Record<string, Record<string, HeaderCheck>> = {
  WEB_APP_VIA_SERVER: webAppHeaders,
  BATCH_PROCESS_DIRECT: batchHeaders,
}

type Finding = { code: string; message: string; headers: string[] }

/** The reply of HMRC's Test Fraud Prevention Headers API for a request with these headers. */
export function validateFraudPreventionHeaders(headers: Record<string, unknown>) {
  const errors: Finding[] = []
  const warnings: Finding[] = []
  const method = textOf(headers['gov-client-connection-method'])
  const expected = headersByMethod[method]
  if (!expected)
    errors.push(finding(method === '' ? 'MISSING_HEADER' : 'INVALID_HEADER', 'gov-client-connection-method'))
  for (const [name, isValid] of Object.entries(expected ?? {})) {
    const value = textOf(headers[name])
    if (value === '') (negotiable.includes(name) ? warnings : errors).push(finding('MISSING_HEADER', name))
    else if (!isValid(value)) errors.push(finding('INVALID_HEADER', name))
  }
  for (const name of Object.keys(headers))
    if (
      /^gov-(client|vendor)-/.test(name) &&
      name !== 'gov-client-connection-method' &&
      expected &&
      !(name in expected)
    )
      warnings.push(finding('UNEXPECTED_HEADER', name))
  const [code, message] = verdict(errors, warnings)
  return { specVersion: '3.3', code, message, errors, warnings }
}

function verdict(errors: Finding[], warnings: Finding[]): [string, string] {
  if (errors.length > 0) return ['INVALID_HEADERS', 'At least 1 header is invalid']
  if (warnings.length > 0) return ['POTENTIALLY_INVALID_HEADERS', 'At least 1 header is potentially invalid']
  return ['VALID_HEADERS', 'All headers are valid']
}

const messages: Record<string, string> = {
  MISSING_HEADER: 'Header is missing or empty',
  INVALID_HEADER: 'Header does not have the documented format',
  UNEXPECTED_HEADER: 'Header is not expected for this connection method',
}
const finding = (code: string, header: string): Finding => ({
  code,
  message: messages[code] ?? '',
  headers: [header],
})
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
