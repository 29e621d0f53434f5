import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a self-signed certificate for these names. */
export function makeCertificate(names: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-ssrf-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const alternatives = names.map((name) => `DNS:${name}`).join(',')
    const options = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=outside',
    ]
    const files = ['-keyout', key, '-out', cert, '-addext', `subjectAltName=${alternatives}`]
    execFileSync('openssl', ['req', '-x509', ...options, ...files], { stdio: 'pipe' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
