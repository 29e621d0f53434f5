import type { Rejection } from '../../server/src/extraction/document.ts'

/** A malicious or damaged file. */
export type HostileFile = {
  name: string
  make(): Buffer
  /** The acceptable rejections; if undefined, it may also be read. */
  rejections?: readonly Rejection[]
}
