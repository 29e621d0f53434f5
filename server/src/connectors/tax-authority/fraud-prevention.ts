import type { CatalogueEntryOf } from '../catalogue.ts'
import type { Device } from '../connector.ts'

/** HMRC's header names for the device facts that callers send us. */
const clientHeaders: Record<string, string> = {
  'browser-user-agent': 'gov-client-browser-js-user-agent',
  'device-id': 'gov-client-device-id',
  'multi-factor': 'gov-client-multi-factor',
  'public-ip': 'gov-client-public-ip',
  'public-port': 'gov-client-public-port',
  screens: 'gov-client-screens',
  timezone: 'gov-client-timezone',
  'user-ids': 'gov-client-user-ids',
  'window-size': 'gov-client-window-size',
}

/** Builds HMRC's fraud-prevention headers. Missing facts are omitted, never invented. */
export function buildFraudPreventionHeaders(
  { vendor }: Pick<CatalogueEntryOf<'tax-authority'>, 'vendor'>,
  device: Device | null,
): Record<string, string> {
  const { product_name, version, license_ids, public_ip } = vendor
  const headers: Record<string, string | undefined> = {
    'gov-client-connection-method': device ? 'WEB_APP_VIA_SERVER' : 'BATCH_PROCESS_DIRECT',
    'gov-vendor-product-name': product_name && encodeURIComponent(product_name),
    'gov-vendor-version': version,
    'gov-vendor-license-ids': license_ids,
    'gov-vendor-public-ip': public_ip && encodeURIComponent(public_ip),
  }
  for (const [fact, value] of Object.entries(device?.facts ?? {})) {
    const name = clientHeaders[fact]
    if (name) headers[name] = value
  }
  const theirIp = device?.facts['public-ip']
  if (device && theirIp) {
    headers['gov-client-public-ip-timestamp'] = device.at
    if (public_ip)
      headers['gov-vendor-forwarded'] =
        `by=${encodeURIComponent(public_ip)}&for=${encodeURIComponent(theirIp)}`
  }
  return Object.fromEntries(
    Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined),
  )
}
