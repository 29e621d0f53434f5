import type { CleanJob, CleanOutcome } from './clean.ts'
import type { InjectionJob, InjectionOutcome } from './injections.ts'
import type { TrickJob, TrickOutcome } from './alteration-jobs.ts'
import type { TwinJob, TwinOutcome } from './twins.ts'

export type Job = TwinJob | CleanJob | InjectionJob | TrickJob

type Outcomes = { twin: TwinOutcome; clean: CleanOutcome; injection: InjectionOutcome; trick: TrickOutcome }

export type Outcome<J extends Job> = Outcomes[J['is']]
