import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Paths of PEM files: certificate and private key of this cell, and the authority that issues those of all cells. */
export type CellTlsFiles = { cert: string; key: string; ca: string }

/** Certificate names: one for each cell, and one for the router or load balancer in front of them. */
export const nameOfCell = (cell: string) => `${cell}.cells.payproof.internal`
export const routerName = nameOfCell('router')

/** Both ends are our own, so nothing older is needed. */
export const minTlsVersion = 'TLSv1.3'

/** Reads the files again each time, so that a renewed certificate needs no restart. */
export const readCellCertificates = ({ cert, key, ca }: CellTlsFiles) => ({
  cert: readFileSync(cert),
  key: readFileSync(key),
  ca: readFileSync(ca),
})

/**
 * Whether a certificate was issued for exactly this name. Wildcards don't count: one certificate would then speak for
 * every cell.
 */
export const isIssuedFor = (certificate: Buffer, name: string) =>
  new X509Certificate(certificate).checkHost(name, { subject: 'never', wildcards: false }) !== undefined
