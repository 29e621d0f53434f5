import { writeFileSync } from 'node:fs'

export const providerId = (number: number) => `proof-payroll-${number}`

/** Writes a provider catalogue with any number of providers of one kind. */
export function writeCatalogue(
  file: string,
  { providers, perSecond }: { providers: number; perSecond: number },
) {
  const entries = Array.from({ length: providers }, (_, number) => ({
    kind: 'login-api',
    id: providerId(number),
    name: `Payroll ${number}`,
    url: '{sandbox}/',
    logo_url: '{sandbox}/logo.svg',
    reset_url: '{sandbox}/reset',
    max_login_attempts: 5,
    address: `{sandbox}/p${number}`,
    per_second: perSecond,
  }))
  writeFileSync(file, JSON.stringify({ providers: entries }))
}
