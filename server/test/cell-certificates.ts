import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './at-end.ts'

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })

/** Creates a certificate authority that issues certificates of cells into a temporary folder. */
export function createCellAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-cells-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const ca = join(folder, 'ca.pem')
  const caKey = join(folder, 'ca.key')
  openssl('req', '-x509', ...newKey, '-keyout', caKey, '-out', ca, '-subj', '/CN=Cells')
  return {
    folder,
    ca,
    /** Issues a certificate for `<name>.cells.payproof.internal`, or writes a new one to the same files. */
    issue(name: string) {
      const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`), ca }
      const dnsName = `${name}.cells.payproof.internal`
      const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${dnsName}`]
      const out = ['-keyout', files.key, '-out', files.cert]
      openssl('req', '-x509', ...newKey, ...out, ...names, '-CA', ca, '-CAkey', caKey)
      return files
    },
  }
}

/** Settings of a cell that listens for other cells with these files. */
export const cellTlsSettings = ({ cert, key, ca }: { cert: string; key: string; ca: string }) => ({
  CELL_TLS_PORT: '0',
  CELL_TLS_CERT_FILE: cert,
  CELL_TLS_KEY_FILE: key,
  CELL_TLS_CA_FILE: ca,
})
