import type { AlterationJob, AlterationResult } from './alteration-jobs.ts'
import type { CleanCheck, CleanJob } from './clean.ts'
import type { InjectionCheck, InjectionJob } from './injections.ts'
import type { TwinCheck, TwinJob } from './twins.ts'

export type TamperJob = TwinJob | CleanJob | InjectionJob | AlterationJob

type ResultByKind = {
  twin: TwinCheck
  clean: CleanCheck
  injection: InjectionCheck
  alteration: AlterationResult
}

export type TamperJobResult<J extends TamperJob> = ResultByKind[J['is']]
