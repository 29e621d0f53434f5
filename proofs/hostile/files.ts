import type { Rejection } from '../../server/src/extraction/document.ts'

export type HostileFile = {
  name: string
  make(): Buffer
  /** Acceptable rejections; if undefined, any rejection is acceptable and the file may also be read. */
  rejections?: readonly Rejection[]
}
