import type { Rejection } from '../../server/src/extraction/document.ts'

/** A file that nobody should have to read. */
export type HostileFile = {
  name: string
  make(): Buffer
  /** How it has to be turned away; without it, it may also be read. */
  answers?: readonly Rejection[]
}
